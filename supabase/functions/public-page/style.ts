/**
 * The look of the documents: the product's colours, which web/src/ui/theme/tokens.css names (a test compares them), its
 * measures, and no separate file, so that only the function is hosted.
 */
export const COLOURS = {
  canvas: ['#ffffff', '#141716'],
  sunken: ['#f6f8f7', '#1a1e1c'],
  ink: ['#1a1f1d', '#eaedeb'],
  'ink-muted': ['#58615d', '#a2aca7'],
  line: ['#e1e6e3', '#2b312e'],
  'line-strong': ['#87908b', '#6f7a74'],
  accent: ['#17745a', '#58c79f'],
  danger: ['#b3261e', '#ff9086'],
  warning: ['#7d5200', '#f0c25a'],
  note: ['#1f5da8', '#8fbcf0'],
  important: ['#7a3394', '#d5a6e6'],
  highlight: ['#ffd83d80', '#e0b93d33'],
  'on-accent': ['#ffffff', '#05231a'],
} as const;

const tokens = Object.entries(COLOURS).map(
  ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`,
);

export const STYLE = `
:root{color-scheme:light dark;${tokens.join(';')};
font:1rem/1.65 'Inter Variable',Inter,ui-sans-serif,system-ui,sans-serif;color:var(--ink);background:var(--canvas);
-webkit-text-size-adjust:100%}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem 1rem 4rem}
header{margin-bottom:2rem;font-size:.875rem}
.brand{display:inline-flex;align-items:center;gap:.5rem;min-height:2rem;color:var(--ink-muted);font-weight:600;
text-decoration:none}
.brand:hover{color:var(--ink)}
.brand svg{width:1.25rem;height:1.25rem}
.brand rect{fill:var(--accent)}
.brand path{fill:none;stroke:var(--on-accent);stroke-width:2.5;stroke-linecap:round}
h1,h2,h3,h4,h5,h6{line-height:1.3;letter-spacing:-.01em;font-weight:600;text-wrap:balance}
h1{margin:0;font-size:2rem;font-weight:680;line-height:1.25;letter-spacing:-.02em}
main{overflow-wrap:anywhere}
.description{margin:.25rem 0 0;color:var(--ink-muted);font-size:1.0625rem;white-space:pre-line}
.updated{margin:.5rem 0 2rem;color:var(--ink-muted);font-size:.8125rem}
.text>*{margin:1rem 0 0}
.text>:first-child{margin-top:0}
.text>h2{margin-top:2.25rem;font-size:1.5rem}
.text>h3{margin-top:2rem;font-size:1.25rem}
.text>h4,.text>h5,.text>h6{margin-top:1.75rem;font-size:1rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
ul,ol{padding-inline-start:1.5rem}
li>ul,li>ol{margin:.25rem 0}
li+li{margin-top:.25rem}
li>p{margin:.5rem 0}
.task{list-style:none;margin-inline-start:-1.375rem}
.task input{margin:0 .25rem 0 0;accent-color:var(--accent);vertical-align:-.1em}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:2px solid var(--line-strong);
color:var(--ink-muted)}
blockquote>:first-child{margin-top:0}
blockquote>:last-child{margin-bottom:0}
mark{color:inherit;background:var(--highlight)}
.callout{padding:.75rem 1rem;border-inline-start:3px solid var(--kind);border-radius:6px;
background:color-mix(in srgb,var(--kind) 9%,transparent)}
.callout>*{margin:.5rem 0 0}
.callout>.head{margin:0;color:var(--kind);font-weight:600}
.note{--kind:var(--note)}.tip{--kind:var(--accent)}.important{--kind:var(--important)}
.warning{--kind:var(--warning)}.caution{--kind:var(--danger)}
summary{font-weight:500;cursor:pointer}
details>:not(summary){margin-inline-start:1.125rem}
.formula{overflow:auto hidden;padding:.5rem 0}
.problem{color:var(--danger);font-size:.8125rem}
sup{line-height:0}
.contents ul{padding:0;list-style:none}
.depth-1{padding-inline-start:1rem}.depth-2{padding-inline-start:2rem}.depth-3{padding-inline-start:3rem}
.embed a{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.625rem .875rem;border:1px solid var(--line);
border-radius:8px;color:var(--ink);text-decoration:none}
.embed a:hover{background:var(--sunken)}
.embed b{font-weight:500}
.embed span{min-width:0;color:var(--ink-muted);font-size:.875rem}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}
.pictures>.image{flex:1 1 12rem;padding:2.5rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--sunken);
text-align:center}
.footnotes{border-top:1px solid var(--line);color:var(--ink-muted);font-size:.875rem}
code,pre{font:.875em/1.6 ui-monospace,'SF Mono',Menlo,Consolas,monospace}
code{padding:.125rem .3125rem;border-radius:4px;background:var(--sunken);border:1px solid var(--line)}
pre{padding:.875rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--sunken);white-space:pre-wrap}
pre code{padding:0;border:0;background:none;font-size:1em}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.table{overflow-x:auto;overflow-wrap:normal}
table{border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .75rem;border:1px solid var(--line);text-align:start;vertical-align:top}
th{background:var(--sunken);font-weight:600}
@media (width<30rem){h1{font-size:1.625rem}}
@media (min-width:48rem){body{padding:1.5rem 2.5rem 6rem}header{margin-bottom:3rem}}
@media print{:root{color-scheme:light;font-size:11pt}header{display:none}body{max-width:none;padding:0}
a{color:inherit}pre,table,blockquote{break-inside:avoid}h2,h3,h4{break-after:avoid}}
`;
