// Sections that go deeper are folded. A link into one opens it, and so does printing.
"use strict";

function openTarget() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && document.getElementById(name);
  if (!target) return;
  const own = target.querySelector(":scope > details.kk-deeper");
  const around = target.closest("details.kk-deeper");
  for (const each of [own, around]) if (each) each.open = true;
  if (own || around) target.scrollIntoView();
}

addEventListener("hashchange", openTarget);
addEventListener("DOMContentLoaded", openTarget);
addEventListener("click", (event) => { // the hash stays when the same link is followed again
  const link = event.target.closest?.("a[href]");
  if (link?.hash && link.hash === location.hash) openTarget();
});

let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details.kk-deeper:not([open])")];
  for (const each of closed) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of closed) each.open = false;
});
