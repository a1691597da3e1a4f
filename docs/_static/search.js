// Sphinx's search, improved: lessons come before reference and solutions, a page is listed once, a word
// of the glossary shows its definition, and formulas are quoted as a reader would type them.
"use strict";

const UNSEEN = /[\u2061-\u2064\u200b]/g; // "applied to" and "times", which MathML writes out

function asTyped(node) {
  const parts = [...node.children].map(asTyped);
  const [base, first, second] = parts;
  const group = (words) => (/[-+−\s]/.test(words) ? `(${words})` : words);
  const raised = (words) => ({ "2": "²", "⊤": "ᵀ", "′": "′" })[words] ?? `^${group(words)}`;
  switch (node.localName) {
    case "mfrac":
      return `${group(base)}/${group(first)}`;
    case "msup":
      return base + raised(first);
    case "msub":
    case "munder":
      return `${base}_${group(first)}`;
    case "msubsup":
    case "munderover":
      return `${base}_${group(first)}${raised(second)}`;
    case "mover":
      return base;
    case "msqrt":
      return `√${group(parts.join(""))}`;
    case "mtr":
      return `${parts.join("")} `;
    case "mspace":
      return " ";
    case "mo":
      return /^[=<>≤≥≈∈→⇒+−±|∣]$/.test(node.textContent)
        ? ` ${node.textContent} `
        : node.textContent;
    default:
      return parts.length ? parts.join("") : node.textContent.replace(UNSEEN, "");
  }
}

const plain = Search.htmlToText;
Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const formula of page.querySelectorAll("mjx-container")) {
    formula.replaceWith(asTyped(formula.querySelector("math")).replace(/\s+/g, " ").trim());
  }
  const word = anchor?.startsWith("#term-") && page.getElementById(anchor.slice(1));
  if (word) return word.nextElementSibling?.textContent ?? word.textContent;
  // Buttons and lists of contents say little beside a sentence.
  const beside = ".bd-header-article, #jb-print-docs-body, .kk-live-place, .copybtn";
  page.querySelectorAll(beside).forEach((each) => each.remove());
  return plain(page.documentElement.outerHTML, anchor);
};

Scorer.score = ([page, , , , score]) => {
  if (page.startsWith("lessons/solutions/")) return score - 4;
  return page.startsWith("lessons/") ? score + 4 : score;
};

// Results are shown from the last to the first: of each page keep the last, its best.
const perform = Search._performSearch;
Search._performSearch = (...words) => {
  const best = new Map(perform(...words).map((result) => [result[0], result]));
  for (const result of best.values()) {
    const [page, title, anchor] = result;
    if (page === "glossary" && anchor.startsWith("#term-")) {
      result[1] = `${title}: ${anchor.slice("#term-".length).replaceAll("-", " ")}`;
    }
  }
  return [...best.values()].sort(_orderResultsByScoreThenName);
};
