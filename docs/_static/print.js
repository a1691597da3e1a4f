// Paper is light: a page is printed in its light colours, whatever the reader's are.
"use strict";

const root = document.documentElement;
let theme;
addEventListener("beforeprint", () => {
  theme = root.dataset.theme;
  root.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  root.dataset.theme = theme;
});
