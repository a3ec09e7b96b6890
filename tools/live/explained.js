// What is said of code that does not run to its end. It is part of the front page, and of python.js.

// The lines in which code may turn for ever.
const loopsIn = (code) => code.split("\n").flatMap((line, i) => (/^\s*while\b/.test(line) ? [i + 1] : []));

// What went wrong, as worker.js tells it, in the line in which it did, which is marked.
function explained(editor, { line: found, said, hint }) {
  const lines = editor.code.split("\n"), line = found && Math.min(found, lines.length), text = line ? lines[line - 1].trim() : "";
  const colon = /^SyntaxError/.test(said) && /^(?:def|for|if|elif|else|while)\b/.test(text) && !/:\s*(#.*)?$/.test(text);
  editor.mark(line);
  return { line, text, more: colon ? `A line that begins with ${text.match(/^\w+/)[0]} ends with a colon.` : hint };
}
