// Sets formulas as HTML, so that a page needs no script for them. Standard input: [[tex, display], …];
// standard output: the HTML of each and the style sheet of all. Arguments: where MathJax is, and
// where its fonts will be from the style sheet.
import { createRequire } from "node:module";

const [home, fontURL] = Deno.args;
const mathjax = await createRequire(import.meta.url)(`${home}/node-main.js`).init({
  loader: {
    load: ["adaptors/liteDOM", "input/tex", "output/chtml", "a11y/assistive-mml"],
    versionWarnings: false,
  },
  chtml: { fontURL },
});
const { adaptor } = mathjax.startup;
const formulas = await new Response(Deno.stdin.readable).json();
const set = formulas.map(([tex, display]) => {
  mathjax.texReset();
  return adaptor.innerHTML(adaptor.node("p", {}, [mathjax.tex2chtml(tex, { display })]));
});
const style = adaptor.textContent(mathjax.chtmlStylesheet());
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ set, style })));
