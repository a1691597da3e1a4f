// Sphinx's search, mended: lessons come before reference and solutions, and what it quotes of a page
// shows formulas as a reader would type them, not as LaTeX.
"use strict";

const WORDS = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  varepsilon: "ε",
  eta: "η",
  theta: "θ",
  kappa: "κ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  varphi: "φ",
  psi: "ψ",
  omega: "ω",
  Gamma: "Γ",
  Delta: "Δ",
  Lambda: "Λ",
  Sigma: "Σ",
  Phi: "Φ",
  Psi: "Ψ",
  Omega: "Ω",
  ell: "ℓ",
  partial: "∂",
  nabla: "∇",
  infty: "∞",
  sum: "Σ",
  prod: "Π",
  int: "∫",
  langle: "⟨",
  rangle: "⟩",
  lVert: "‖",
  rVert: "‖",
  Vert: "‖",
  lvert: "|",
  rvert: "|",
  mid: "|",
  le: "≤",
  leq: "≤",
  ge: "≥",
  geq: "≥",
  ne: "≠",
  neq: "≠",
  approx: "≈",
  sim: "~",
  propto: "∝",
  in: "∈",
  notin: "∉",
  to: "→",
  mapsto: "↦",
  leftarrow: "←",
  rightarrow: "→",
  Rightarrow: "⇒",
  iff: "⇔",
  times: "×",
  cdot: "·",
  pm: "±",
  mp: "∓",
  circ: "∘",
  odot: "⊙",
  otimes: "⊗",
  oplus: "⊕",
  top: "ᵀ",
  lfloor: "⌊",
  rfloor: "⌋",
  lceil: "⌈",
  rceil: "⌉",
  dots: "…",
  ldots: "…",
  cdots: "…",
  forall: "∀",
  exists: "∃",
  cup: "∪",
  cap: "∩",
  subset: "⊂",
  quad: " ",
  qquad: " ",
  sqrt: "√",
  mathbb: "",
  R: "ℝ",
};

// Commands whose argument, in braces, is all that is seen of them; a tab parts it from a word before.
const UNSEEN = "text|textbf|textit|texttt|mathrm|mathbf|mathcal|mathsf|operatorname|boldsymbol|" +
  "hat|tilde|bar|vec|overline|underline|underbrace|widehat|widetilde|mathbb|sqrt";
const ARGUMENT = String.raw`(\{[^{}]*\}|\d)`;
const INNERMOST = [
  [new RegExp(String.raw`\\[td]?frac\s*${ARGUMENT}\s*${ARGUMENT}`, "g"), fraction],
  [new RegExp(String.raw`\\(?:${UNSEEN})\*?\s*\{([^{}]*)\}`, "g"), (_, inside) => `\t${inside}`],
  [/([_^])\{([^{}]*)\}/g, (_, sign, inside) => sign + inside],
];

function fraction(_, above, below) {
  const [a, b] = [above, below].map((part) => part.replace(/[{}]/g, "").trim());
  return `${/[+\- ]/.test(a) ? `(${a})` : a}/${/[+\- ]/.test(b) ? `(${b})` : b}`;
}

function asTyped(latex) {
  let text = latex
    .replace(/^\\[([]|\\[)\]]$/g, "")
    .replace(/\\(?:begin|end)\{[^}]*\}|\\(?:label|tag)\{[^}]*\}/g, " ")
    .replace(/\\([{}])/g, (_, sign) => (sign === "{" ? "[" : "]"));
  for (let before = ""; before !== text;) {
    before = text;
    for (const [pattern, words] of INNERMOST) text = text.replace(pattern, words);
  }
  return text
    .replace(/\\(?:left|right|[bB]igg?[lrm]?|displaystyle|limits|nonumber)(?![A-Za-z])/g, "")
    .replace(/\\([A-Za-z]+)/g, (_, word) => WORDS[word] ?? `${word} `)
    .replace(/\\[,;:!\\ ]|[~&]/g, " ")
    .replace(/\\\|/g, "‖")
    .replace(/\\([%#_&])/g, "$1")
    .replace(/\^ᵀ/g, "ᵀ")
    .replace(/\^2(?!\d)/g, "²")
    .replace(/[{}\t]/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ([,.;)])|([⟨(]) /g, "$1$2")
    .trim();
}

const plain = Search.htmlToText;
Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const formula of page.querySelectorAll(".math")) {
    formula.textContent = asTyped(formula.textContent.trim());
  }
  // What Python printed, and code, say little beside a sentence.
  page.querySelectorAll(".cell_output script, .kk-live-place, .copybtn").forEach((e) => e.remove());
  return plain(page.documentElement.outerHTML, anchor);
};

Scorer.score = ([page, , , , score]) => {
  if (page.startsWith("lessons/solutions/")) return score - 4;
  return page.startsWith("lessons/") ? score + 4 : score;
};
