/** The look of what is around a page's text: the bar above, the shared pages and the headings beside it, and paper. */
export const FRAME_STYLE = `
.top{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:.25rem;height:3rem;padding-inline:1rem;
border-bottom:1px solid var(--line);background:var(--canvas);font-size:.875rem}
.brand{display:inline-flex;align-items:center;gap:.5rem;min-height:2rem;color:var(--ink-muted);font-weight:600;
text-decoration:none}
.brand:hover{color:var(--ink)}
.brand svg{width:1.25rem;height:1.25rem}
.brand rect{fill:var(--accent)}
.brand path{fill:none;stroke:var(--on-accent);stroke-width:2.5;stroke-linecap:round}
.pages-button{display:inline-flex;align-items:center;justify-content:center;width:2.25rem;height:2.25rem;
margin-inline-start:-.5rem;padding:0;border:0;border-radius:6px;background:none;color:var(--ink-muted);cursor:pointer}
.pages-button:hover{background:var(--hover);color:var(--ink)}
.pages-button svg{width:1.125rem;height:1.125rem;fill:none;stroke:currentcolor;stroke-width:2;stroke-linecap:round}
.close{position:sticky;top:0;float:right;z-index:1;margin:0;background:var(--sunken)}
.columns{display:flex;justify-content:center}
main{width:100%;min-width:0;max-width:46rem;padding:1.5rem 1rem 6rem}
.crumbs{margin-bottom:.75rem;font-size:.8125rem}
.crumbs ol{display:flex;flex-wrap:wrap;margin:0;padding:0;list-style:none;color:var(--ink-muted)}
.crumbs li:not(:last-child)::after{content:'/';margin-inline:.375rem;color:var(--line-strong)}
.crumbs a{color:inherit;text-decoration:none}
.crumbs a:hover{color:var(--ink);text-decoration:underline}
.pages{inset:0 auto 0 0;width:min(20rem,85vw);height:100dvh;max-height:none;margin:0;padding:.75rem .5rem 2rem;overflow-y:auto;
border:0;border-inline-end:1px solid var(--line);background:var(--sunken);color:var(--ink-muted);font-size:.875rem;line-height:1.25rem}
.pages::backdrop{background:rgb(0 0 0/40%)}
.pages ul{margin:0;padding:0;list-style:none}
.pages li{position:relative}
.pages li li{padding-inline-start:.75rem}
.pages a{display:block;padding:.375rem .5rem .375rem 1.75rem;border-radius:6px;color:inherit;text-decoration:none;
overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pages a:hover{background:var(--hover);color:var(--ink)}
.pages [aria-current]{background:var(--selected);color:var(--ink);font-weight:500}
.pages summary{position:absolute;top:.25rem;inset-inline-start:.25rem;display:flex;align-items:center;justify-content:center;
width:1.5rem;height:1.5rem;border-radius:4px;list-style:none}
.pages li li>details>summary{inset-inline-start:1rem}
.pages summary:hover{background:var(--line)}
.pages summary::before{width:.375rem;height:.375rem;margin:0 .125rem 0 0}
.pages [open]>summary::before{margin:0 0 .125rem}
.outline{display:none}
:is(.outline,.outline-above) ul{margin:0;padding:0;list-style:none;scroll-target-group:auto}
:is(.outline,.outline-above) a{display:block;padding:.25rem .5rem;border-radius:6px;color:var(--ink-muted);font-size:.8125rem;line-height:1.25rem;
text-decoration:none;overflow-wrap:anywhere}
:is(.outline,.outline-above) .depth-0>a{color:var(--ink)}
:is(.outline,.outline-above) a:hover{background:var(--hover);color:var(--ink)}
.outline .depth-1{padding-inline-start:.75rem}.outline :is(.depth-2,.depth-3){padding-inline-start:1.5rem}
.outline>p{margin:0;padding:0 .5rem .25rem;color:var(--ink-muted);font-size:.75rem;font-weight:500}
.outline a:target-current{background:var(--selected);color:var(--ink);font-weight:500}
.outline-above{margin-bottom:1.5rem;border:1px solid var(--line);border-radius:8px}
.outline-above>summary{padding:.5rem .75rem;color:var(--ink-muted);font-size:.875rem;font-weight:500;list-style:none}
.outline-above>nav{padding:0 .5rem .5rem}
@media (min-width:48rem){main{padding:2.5rem 2.5rem 8rem}.top{padding-inline:1.5rem}}
@media (min-width:58rem){.has-pages .pages-button{display:none}
.has-pages .columns{justify-content:flex-start}
.pages{display:block;position:sticky;inset:3rem auto auto;flex:none;width:17rem;height:calc(100dvh - 3rem)}
.has-pages main{margin-inline:auto}
body:not(.has-pages) .outline{display:block}
body:not(.has-pages):has(.outline) .outline-above{display:none}}
@media (min-width:76rem){.outline{display:block}.outline-above{display:none}}
.outline{position:sticky;top:3rem;flex:none;width:14rem;max-height:calc(100dvh - 4rem);overflow-y:auto;
padding:2.75rem 1rem 1rem 0}
@media print{.part,.piece{content-visibility:visible}:root{color-scheme:light;font-size:11pt}.top,.pages,.outline,.outline-above,.crumbs{display:none}main{max-width:none;padding:0}
a{color:inherit}.code pre{white-space:pre-wrap}.code,table,blockquote,.callout{break-inside:avoid}h2,h3,h4{break-after:avoid}
[class^=lines]{height:.75rem}}
`;
