/* A picture for every position of the sliders: players of the HTML edition. */
"use strict";

function startPlayer(player) {
  const film = JSON.parse(player.dataset.film);
  const sliders = [...player.querySelectorAll("input")];
  if (sliders.length === 0) return;
  const outputs = [...player.querySelectorAll("output")];
  const picture = player.querySelector("img");
  const text = player.querySelector("pre");
  const button = player.querySelector("button");
  let timer = null;

  function show() {
    let place = 0;
    const words = [];
    sliders.forEach((slider, k) => {
      const label = film.labels[k][slider.valueAsNumber];
      place = place * film.labels[k].length + slider.valueAsNumber;
      outputs[k].value = label;
      slider.setAttribute("aria-valuetext", label);
      words.push(`${film.names[k]} = ${label}`);
    });
    const [image, printed] = film.frames[place];
    picture.src = film.images[image];
    picture.alt = `${film.alt} ${words.join(", ")}: ${printed}`.replace(/\s+/g, " ").trim();
    text.textContent = printed.trimEnd();
  }

  function preload() {
    film.images.forEach((source) => {
      new Image().src = source;
    });
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    button.textContent = "Play";
    button.setAttribute("aria-pressed", "false");
  }

  function step() {
    const slider = sliders[0];
    slider.value = slider.valueAsNumber >= Number(slider.max) ? 0 : slider.valueAsNumber + 1;
    show();
    if (slider.value === slider.max) pause();
  }

  sliders.forEach((slider) => {
    slider.addEventListener("input", show);
    slider.addEventListener("pointerdown", pause);
    slider.addEventListener("focus", preload, { once: true });
  });
  player.addEventListener("pointerenter", preload, { once: true });
  button.addEventListener("click", () => {
    if (timer !== null) return pause();
    preload();
    timer = setInterval(step, 500);
    button.textContent = "Pause";
    button.setAttribute("aria-pressed", "true");
  });
  show();
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".kk-player").forEach(startPlayer);
});
