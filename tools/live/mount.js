// Finds the places for live parts on the page, and puts each part there in place of what stands there.

// The bytes of what travels compressed, as text.
async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

async function start(place) {
  const settings = JSON.parse(place.querySelector("script").textContent);
  const el = document.createElement("div");
  await MAKERS[place.dataset.live](settings, el, place);
  place.replaceChildren(el);
  place.addEventListener("keydown", (event) => { // which on a slide would turn to the next one
    const plain = event.key.length === 1 || event.key.startsWith("Arrow") || event.key === "Enter";
    if (plain && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
}

for (const place of document.querySelectorAll("[data-live]")) start(place);
