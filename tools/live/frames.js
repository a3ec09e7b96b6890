// What was recorded of something that moves: the slider of the notebook over its sentences and pictures.

// Pictures as tools/live/recorded.py has packed them: all their lines, each once, and for each picture
// the numbers of its lines.
async function pictures(text) {
  const [lines, numbers] = JSON.parse(new TextDecoder().decode(await inflated(text)));
  return numbers.map((mine) => mine.map((number) => lines[number]).join("\n"));
}

MAKERS.frames = async ({ title, labels, says, shows, packed }, el) => {
  const drawn = await pictures(packed);
  const slider = new Model({ title, labels, index: 0, shown: 0 });
  const status = node("p", { role: "status" }), image = node("img", { alt: shows });
  const show = () => {
    const index = slider.get("index");
    status.textContent = says[index];
    image.src = `data:image/svg+xml,${encodeURIComponent(drawn[index])}`;
    slider.tell({ shown: index });
  };
  slider.on("change:index", show);
  const place = node("div", {});
  el.append(node("div", { class: "frames" }, place, status, image));
  timemachineView.render({ model: slider, el: place });
  show();
};
