/**
 * The look of the documents: the product's colours, which web/src/ui/theme/tokens.css names (a test compares them), its
 * measures, and no separate file, so that only the function is hosted. The text's comes first, as when it is read in the app.
 */
import { FRAME_STYLE } from './frame-style.ts';

export const COLOURS = {
  canvas: ['#ffffff', '#141716'],
  hover: ['#ebefed', '#262c29'],
  selected: ['#dfe9e4', '#2b3631'],
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
  tint: ['#1a1f1d0a', '#eaedeb08'],
  'code-keyword': ['#8a2f8f', '#d9a3e0'],
  'code-string': ['#1f6b3a', '#9ad29f'],
  'code-number': ['#9a4a00', '#eab27a'],
  'code-name': ['#1f5da8', '#8fbcf0'],
  'on-accent': ['#ffffff', '#05231a'],
  'icon-gray': ['#66706b', '#a2aca7'],
  'icon-red': ['#c6372c', '#ff8d82'],
  'icon-orange': ['#b4570a', '#f0a062'],
  'icon-yellow': ['#8a6500', '#e6bf52'],
  'icon-green': ['#1d7a4a', '#63c792'],
  'icon-blue': ['#1f66c1', '#86b7f5'],
  'icon-purple': ['#7b43b3', '#c6a2f2'],
  'icon-pink': ['#b43280', '#f08fc6'],
} as const;

/** By name, as in the tokens. */
export const COVERS: Readonly<Record<string, string>> = {
  dawn: 'linear-gradient(100deg, light-dark(#ffd9a8, #6b4a2a), light-dark(#ffb3a7, #6e3a3c) 55%, light-dark(#d9a7e0, #4d3560))',
  dusk: 'linear-gradient(100deg, light-dark(#f7a8b8, #6b3346), light-dark(#a991e8, #453a78) 55%, light-dark(#6f8fe0, #2a3f73))',
  ocean:
    'linear-gradient(100deg, light-dark(#9be0e6, #1f5a62), light-dark(#6db8ec, #1f4a70) 55%, light-dark(#7d93e8, #2f3b78))',
  forest:
    'linear-gradient(100deg, light-dark(#cfe8a9, #45572a), light-dark(#7cc79a, #23553d) 55%, light-dark(#3f9d8c, #16443f))',
  meadow:
    'linear-gradient(100deg, light-dark(#fbf0a3, #5f5626), light-dark(#bfe59a, #415c2c) 55%, light-dark(#86cf9f, #245239))',
  aurora:
    'linear-gradient(100deg, light-dark(#a5f0d0, #1f5b47), light-dark(#8fc9f5, #254c70) 50%, light-dark(#c8a4f0, #4c3670))',
  sand: 'light-dark(#efe3cf, #3d362a)',
  rose: 'light-dark(#f6d5dc, #45303a)',
  slate: 'light-dark(#d5dde3, #2f383e)',
  night:
    'linear-gradient(100deg, light-dark(#3b4a7a, #1d2440), light-dark(#5a4a86, #2a2145) 60%, light-dark(#8a5a8f, #3b2544))',
};

const looks = [
  ...Object.entries(COVERS).map(([name, paint]) => `.cover.${name} main::before{background:${paint}}`),
  ...Object.keys(COLOURS).flatMap((name) => {
    const [, color] = /^icon-(.+)$/.exec(name) ?? [];
    return color === undefined ? [] : [`.icon.${color}{color:var(--${name})}`];
  }),
];

const tokens = Object.entries(COLOURS).map(
  ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`,
);

/** The site's own, at an address that never changes (web/build/shared-page-font.ts). Without it, the stand-ins have its measures. */
export const FONT = '/fonts/inter.woff2';

const FONTS = `
@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${FONT}) format('woff2')}
@font-face{font-family:'Inter Stand-in';src:local('Arial'),local('Liberation Sans'),local('Arimo');ascent-override:90.49%;
descent-override:22.56%;line-gap-override:0%;size-adjust:107.06%}
@font-face{font-family:'Inter Second Stand-in';src:local('DejaVu Sans');font-weight:100 500;ascent-override:103.38%;
descent-override:25.74%;line-gap-override:0%;size-adjust:93.71%}
@font-face{font-family:'Inter Second Stand-in';src:local('DejaVu Sans Bold');font-weight:600 900;ascent-override:114.65%;
descent-override:28.54%;line-gap-override:0%;size-adjust:84.5%}`;

// As many as blank-lines.ts gives.
const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
  (count) => `.lines-${count}{height:${count * 1.7}rem}.after-${count}{margin-top:${count * 1.7}rem}`,
);

export const STYLE = `${FONTS}
:root{color-scheme:light dark;${tokens.join(';')};
font:1rem/1.7 'Inter Variable','Inter Stand-in','Inter Second Stand-in',ui-sans-serif,system-ui,sans-serif;
font-feature-settings:'cv11','ss03','calt' 0;color:var(--ink);background:var(--canvas);scroll-padding-top:4rem;
-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased}
*{box-sizing:border-box}
body{margin:0}
h1,h2,h3,h4,h5,h6{margin:0;font-weight:650;line-height:1.4}
h1{font-size:2rem;font-weight:680;line-height:1.25;letter-spacing:-.02em}
main{overflow-wrap:anywhere}
.icon{margin:0 0 .5rem -.125em;font:3rem/1.2 'Apple Color Emoji','Segoe UI Emoji','Noto Color Emoji',sans-serif}
.icon svg{display:block;width:3rem;height:3rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;
stroke-linejoin:round}
.cover main::before{content:'';display:block;height:9rem;margin:0 0 1rem;border-radius:.5rem}
.wide main{max-width:none}
.small .text{font-size:.875rem}
${looks.join('\n')}
.description{margin:.25rem 0 0;color:var(--ink-muted);white-space:pre-line}
.updated{margin:.5rem 0 1.5rem;color:var(--ink-muted);font-size:.8125rem}
:where(.text,.callout,blockquote) :where(p,ul,ol,pre,blockquote),.code>p{margin:0}
.text :is(h2,h3,h4,h5,h6){padding-top:.75rem;line-height:1.7}
.text>:is(h2,h3,h4,h5,h6):first-child,.part:first-child>:is(h2,h3,h4,h5,h6):first-child{padding-top:0}
.part,.piece{content-visibility:auto;contain-intrinsic-block-size:auto 170rem}
.piece{display:block}
.text :is(div,ol).part{margin-inline:-1rem;padding-inline:1rem}
.properties.part:not(:last-of-type){margin:0;border:0}
.text h2{line-height:1.4}.text h3{line-height:1.45}
${lines.join('')}
h2{font-size:1.625rem}
h3{font-size:1.375rem}
h4{font-size:1.125rem}
h5,h6{font-size:1rem}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
.text{--depth-around:0;--left-around:0rem;--right-around:0rem}
.text :is(ul,ol){--depth:calc(var(--depth-around) + 1);--left:var(--left-around);--right:var(--right-around);padding:0}
.text :is(ul,ol)>li{--depth-around:var(--depth);--inset:calc(var(--depth)*1.5rem)}
.text :is(ul,ol)>li:dir(ltr){--left-around:var(--inset);margin-left:calc(var(--inset) - var(--left))}
.text :is(ul,ol)>li:dir(rtl){--right-around:var(--inset);margin-right:calc(var(--inset) - var(--right))}
.text ul{list-style:disc}
.text .task{position:relative;min-height:1lh;list-style:none}
.text .turned{display:inline-block;width:100%;text-decoration:inherit}
.done{color:var(--ink-muted);text-decoration:line-through}
::marker{color:var(--ink-muted)}
.task input{position:absolute;inset-inline-start:-1.5rem;width:1rem;height:1rem;margin:calc((1lh - 1rem)/2) 0 0;border:1px solid var(--line-strong);
border-radius:4px;font:inherit;appearance:none}
.task :checked{border-color:var(--accent);background:var(--accent)}
.task :checked::before{content:'';position:absolute;inset:.125rem .15625rem;width:.5625rem;height:.5625rem;background:var(--on-accent);
clip-path:polygon(14% 46%,2% 60%,40% 96%,98% 16%,84% 4%,38% 68%)}
blockquote{padding-inline-start:1rem;border-inline-start:2px solid var(--line-strong);color:var(--ink-muted)}
mark{border-radius:2px;color:inherit;background:var(--highlight)}
.callout{padding:.5rem 1rem;border-inline-start:3px solid var(--kind);border-radius:6px;
background:color-mix(in srgb,var(--kind) 9%,transparent)}
.callout>.head{margin:0;padding:0;color:var(--kind);font-weight:600}
.head svg{width:1rem;height:1rem;margin-inline-end:.5rem;vertical-align:-.1875em;fill:none;stroke:currentcolor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.note{--kind:var(--note)}.tip{--kind:var(--accent)}.important{--kind:var(--important)}
.warning{--kind:var(--warning)}.caution{--kind:var(--danger)}.quote{--kind:var(--ink-muted)}
summary{cursor:pointer}
.text summary{margin-inline-start:-.25rem;padding-inline-start:.25rem;border-radius:6px;font-weight:500;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:'';display:inline-block;width:.4375rem;height:.4375rem;margin-inline:.25rem .8125rem;
border-right:1.5px solid var(--ink-muted);border-bottom:1.5px solid var(--ink-muted);transform:rotate(-45deg)}
summary:dir(rtl)::before{transform:rotate(135deg)}
[open]>summary::before{transform:translateY(-.125rem) rotate(45deg)}
.text details:not(.callout)>:not(summary){margin-inline-start:1.5rem}
.text .callout>summary{padding:0}
.callout>summary::before{display:none}
.callout>summary::after{content:'';display:inline-block;width:.4375rem;height:.4375rem;margin-inline-start:.75rem;
border-right:1.5px solid;border-bottom:1.5px solid;transform:rotate(-45deg);vertical-align:.125rem}
.callout>summary:dir(rtl)::after{transform:rotate(135deg)}
[open].callout>summary::after{transform:translateY(-.125rem) rotate(45deg)}
.text details:not(.callout)+*{margin-top:.75rem}
.formula{direction:ltr;overflow:auto hidden;padding:.5rem 0}
.plain-rest{display:block;color:var(--ink-muted);font-size:.8125rem}
.problem{color:var(--danger);font-size:.8125rem}
sup{font-size:.75em;line-height:0}
.contents{padding:.5rem 0}
.text .contents ul{list-style:none}
.text .contents ul>li{margin:0}
.depth-1{padding-inline-start:1rem}.depth-2{padding-inline-start:2rem}.depth-3{padding-inline-start:3rem}
.embed a{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.625rem .875rem;border:1px solid var(--line);
border-radius:8px;color:var(--ink);text-decoration:none}
.embed a:hover{background:var(--tint)}
.embed b{font-weight:500}
.embed span{min-width:0;color:var(--ink-muted);font-size:.875rem}
.picture,.player{display:inline-block;max-width:100%;border-radius:8px;vertical-align:top}
.picture{height:auto;background:var(--tint)}
video.player{width:100%;height:auto;background:#000}
audio.player{width:100%}
.file{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.625rem .875rem;border:1px solid var(--line);
border-radius:8px;color:var(--ink);text-decoration:none}
.file:hover{background:var(--tint)}
.file b{font-weight:500}
.file span{color:var(--ink-muted);font-size:.875rem}
.pictures>.picture{flex:1 1 12rem;min-width:0;align-self:flex-start}
.properties{display:grid;grid-template-columns:minmax(0,min(10rem,34%)) minmax(0,1fr);gap:.125rem .75rem;margin:0 0 1.7rem;padding-bottom:.75rem;
border-bottom:1px solid var(--line);font-size:.875rem;line-height:1.5}
.properties dt,.properties dd{margin:0;padding-block:.25rem;overflow-wrap:anywhere}
.properties:dir(ltr)>:dir(rtl),.properties:dir(rtl)>:dir(ltr){text-align:end}
.properties dt{color:var(--ink-muted)}
.properties span{display:inline-block;padding:0 .5rem;border-radius:6px;background:var(--tint)}
.properties code{padding:0;background:none;white-space:pre-wrap}
a.page-embed{display:inline-flex;max-width:100%;padding:0 .75rem;border:1px solid var(--line);border-radius:8px;color:var(--ink);
line-height:2.125rem;vertical-align:top;text-decoration:none}
a.page-embed:hover{background:var(--tint)}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}
.pictures>.image{flex:1 1 12rem;padding:2.5rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--tint);
text-align:center}
.footnotes{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--ink-muted);font-size:.875rem}
.footnotes>p{margin:0;font-weight:600}
.footnotes-sep{display:none}
code,pre{font:.875em/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{padding:.125em .25em;border-radius:4px;direction:ltr;unicode-bidi:isolate;background:var(--tint)}
.text a,.outline a,.outline-above a,.description{unicode-bidi:plaintext}
pre{white-space:pre-wrap;direction:ltr;text-align:left}
.code{direction:ltr;text-align:left;border-radius:8px;background:var(--tint)}
.code>p{padding:.75rem 1rem;color:var(--ink-muted);font-size:.75rem;line-height:1}
.code pre{padding:0 1rem .75rem;font-size:.875rem;overflow-wrap:anywhere}
.code code{padding:0;background:none;font-size:inherit}
.tok-keyword,.tok-operator2{color:var(--code-keyword)}
.tok-string,.tok-string2,.tok-inserted{color:var(--code-string)}
.tok-number,.tok-bool,.tok-atom{color:var(--code-number)}
.tok-typeName,.tok-className,.tok-propertyName,.tok-variableName.tok-definition{color:var(--code-name)}
.tok-comment,.tok-meta{color:var(--ink-muted)}
.tok-deleted{color:var(--danger)}
hr{height:1.7rem;margin:0;border:0;background:linear-gradient(var(--line-strong)) center/100% 1px no-repeat}
.table{overflow-x:auto;padding-block:.5rem;overflow-wrap:normal}
table{width:max-content;border-collapse:collapse;font-size:.9375rem;line-height:1.5}
th,td{min-width:5.5rem;max-width:min(20rem,75vw);height:2.25rem;padding:.375rem .75rem;border:1px solid var(--line);
text-align:start;vertical-align:top}
th{background:var(--tint);font-weight:600}
.center{text-align:center}
.table:dir(ltr) .start,.table:dir(rtl) .end{text-align:left}
.table:dir(rtl) .start,.table:dir(ltr) .end{text-align:right}
@media (width<30rem){h1{font-size:1.625rem}}
${FRAME_STYLE}`;
