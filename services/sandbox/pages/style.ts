import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = import.meta.resolve('@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2');
const data = readFileSync(fileURLToPath(file)).toString('base64');

/** Font face of the product's Latin typeface, embedded because the pages load nothing. Other scripts use system fonts. */
const typeface = `@font-face{font-family:"Plus Jakarta Sans";font-weight:200 800;src:url(data:font/woff2;base64,${data}) format("woff2")}`;

/** Colours of the product, as in `web/ui/tokens.css`. */
const dark =
  'color-scheme:dark;--ink:#f3eee4;--soft:#a8b2c4;--line:#26344d;--edge:#6d7c97;--paper:#0c1422;--field:#131d2f;--accent:#ff9c8e;--press:#ff8b7b;--press-over:#ffa697;--on-press:#330d10;--ring:#8fe0dc;--bad:#ff9aa8;--bad-back:#3d1824;--choice:#1a263b;--sky-a:#101d30;--sky-b:#0a1524;--sky-c:#070f1b;--sea-0:#2d6a8f;--sea-1:#174467;--sea-2:#0a2340;--air:#4aa3d8;--dot:#b9e2ee;--grid:#9bd0ea;--motto:#dcecf5';

/** Style sheet of all pages, embedded because the pages load nothing. No element has inline styles. */
export const style = `${typeface}
:root{color-scheme:light;--ink:#1b2436;--soft:#5a6273;--line:#e7dfd1;--edge:#8d8573;--paper:#faf7f1;--field:#fffdf9;--accent:#ab2f27;--press:#c5392f;--press-over:#a52a24;--on-press:#fff;
--ring:#0b7285;--bad:#97152b;--bad-back:#fbe4e6;--choice:#f1ebdf;--sky-a:#f4f8f4;--sky-b:#cfe6ee;--sky-c:#9fcbe0;--sea-0:#c9e8f3;--sea-1:#7fbbd6;--sea-2:#3f86ab;--air:#fff;--dot:#fff9ec;--grid:#fff;--motto:#12344a}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
*{box-sizing:border-box;margin:0}
html{height:100%;-webkit-text-size-adjust:100%}
body{min-height:100%;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:400 1rem/1.5 "Plus Jakarta Sans",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;word-spacing:.06em}
.scene{position:relative;overflow:hidden;height:11.5rem;flex:none;background:radial-gradient(120% 120% at 20% 0,var(--sky-a),var(--sky-b) 55%,var(--sky-c))}
.brand{position:absolute;z-index:1;top:1.125rem;left:1.25rem;display:flex;align-items:center;gap:.625rem;color:var(--motto);font-weight:800;font-size:1.1875rem;letter-spacing:-.04em;text-decoration:none;border-radius:.625rem}
.logo{width:2.125rem;height:2.125rem}.logo rect{fill:var(--press)}.logo path{fill:none;stroke:var(--on-press);stroke-width:3.2;stroke-linecap:round;stroke-linejoin:round}.logo circle{fill:var(--on-press)}
.globe{position:absolute;width:30rem;height:30rem;left:50%;top:-2.5rem;margin-left:-7rem}
.motto{display:none}
.air-0{stop-color:var(--air);stop-opacity:.6}.air-1{stop-color:var(--air);stop-opacity:0}.sea-0{stop-color:var(--sea-0)}.sea-1{stop-color:var(--sea-1)}.sea-2{stop-color:var(--sea-2)}
.grid{fill:none;stroke:var(--grid);stroke-width:1;opacity:.22}
.land{fill:none;stroke:var(--dot);stroke-linecap:round}.land-0{stroke-width:6}.land-1{stroke-width:4.8;opacity:.85}.land-2{stroke-width:3.2;opacity:.6}
.route{fill:none;stroke-width:3.5;stroke-linecap:round}.halo{opacity:.28;stroke:none}.pin{stroke:#fff;stroke-width:2.5}
.route.rose{stroke:#e11d48}.route.amber{stroke:#f59e0b}.route.blue{stroke:#2563eb}
.pin.rose,.halo.rose{fill:#e11d48}.pin.amber,.halo.amber{fill:#f59e0b}.pin.blue,.halo.blue{fill:#2563eb}
main{position:relative;flex:1;display:flex;justify-content:center;margin-top:-1.5rem;padding:2rem 1.25rem 2.5rem;background:var(--paper);border-radius:1.5rem 1.5rem 0 0}
.sheet{width:100%;max-width:25rem}
h1{font-size:1.75rem;line-height:1.12;font-weight:740;letter-spacing:-.028em;text-wrap:balance}
.lead{margin:.5rem 0 1.5rem;color:var(--soft);text-wrap:pretty}
form{display:block}.field{margin-bottom:1rem}
label{display:block;margin-bottom:.375rem;font-weight:600;font-size:.875rem}
input{display:block;width:100%;height:3rem;padding:0 .875rem;color:inherit;font:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.875rem}
input:hover{border-color:var(--ink)}
input[aria-invalid]{border-color:var(--bad)}
:focus-visible,input:focus{outline:3px solid var(--ring);outline-offset:2px}input:focus{outline-offset:0;border-color:transparent}
.secret{position:relative}.secret:has(.reveal:not([hidden])) input{padding-right:4.75rem}
.reveal{position:absolute;top:.25rem;right:.25rem;height:2.5rem;padding:0 .875rem;border:0;border-radius:.625rem;background:var(--field);color:var(--accent);font-weight:600;font-size:.875rem}
.reveal[hidden]{display:none}.reveal:hover{background:var(--choice)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.aside{margin:-.25rem 0 1rem;font-size:.875rem}
.hint,.error{margin-top:.375rem;font-size:.875rem;color:var(--soft)}.error{color:var(--bad);font-weight:500}
.alert{margin-bottom:1rem;padding:.75rem .875rem;border-radius:.75rem;background:var(--bad-back);color:var(--bad);font-size:.9375rem;font-weight:500}
button{font:inherit;cursor:pointer}
.primary,.secondary{display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;padding:0 1.25rem;border-radius:1.5rem;font-weight:600}
.primary{margin-top:.5rem;border:0;background:var(--press);color:var(--on-press);text-decoration:none;transition:background-color .15s}
.primary:hover{background:var(--press-over)}
.secondary{margin-top:.625rem;border:1px solid var(--edge);background:transparent;color:inherit;transition:border-color .15s}
.secondary:hover{border-color:var(--ink)}
.lead strong,.origin strong{color:var(--ink);overflow-wrap:anywhere}
.grants{margin-bottom:1.25rem;padding:1rem 1.125rem;border-radius:1rem;background:var(--choice)}
.grants h2{margin:0 0 .375rem;text-align:left;font-weight:600;color:inherit}.grants ul+h2{margin-top:.875rem}
.grants ul{padding:0;list-style:none;font-size:.9375rem}.grants li{position:relative;padding-left:1.625rem}.grants li+li{margin-top:.25rem}
.grants li::before{position:absolute;left:.125rem;font-weight:700}.allowed li::before{content:"\\2713";color:var(--ring)}.barred li::before{content:"\\2013";color:var(--soft)}
.origin{margin-bottom:1.25rem;font-size:.875rem;color:var(--soft);text-wrap:pretty}
.notice{margin:1rem 0 1.25rem;padding:.75rem .875rem;border:1px dashed var(--edge);border-radius:.75rem;font-size:.9375rem;text-wrap:pretty}
.lead+.notice{margin-top:0}
.bill{margin-bottom:1.25rem;padding:.375rem 1.125rem;border-radius:1rem;background:var(--choice)}
.bill ul{padding:0;list-style:none}.bill li,.bill p{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0}.bill .fine{color:var(--soft)}
.bill li>:last-child,.bill p>:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}.bill li>:first-child{min-width:0;overflow-wrap:anywhere}.bill p{border-top:1px solid var(--line)}
h2.apart{margin:1.75rem 0 .25rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.other{margin-top:1.25rem;text-align:center;color:var(--soft)}
.fine{font-size:.875rem;text-wrap:balance;overflow-wrap:anywhere}
.other a,.aside a,.grants a{color:var(--accent);font-weight:600;text-underline-offset:.2em;border-radius:.25rem}.grants a{overflow-wrap:anywhere}
.ready{margin-top:1.75rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h2{margin-bottom:.75rem;font-size:.875rem;font-weight:500;color:var(--soft);text-align:center}
.choices{display:grid;grid-template-columns:repeat(3,1fr);gap:.625rem}
.choice{display:flex;flex-direction:column;align-items:center;width:100%;padding:.875rem .25rem .75rem;border:1px solid transparent;border-radius:1rem;background:var(--choice);color:inherit;line-height:1.3;transition:border-color .15s}
.choice:hover{border-color:var(--soft)}
.face{display:grid;place-items:center;width:2.25rem;height:2.25rem;margin-bottom:.5rem;border-radius:50%;color:#fff;font-weight:700;font-size:.9375rem}
.face.traveller{background:#1d6fa5}.face.moderator{background:#a8590a}.face.admin{background:#be123c}
.who{font-weight:600;font-size:.875rem}.may{font-size:.75rem;color:var(--soft)}
@media (min-width:56rem){
body{flex-direction:row}
.scene{flex:1 1 55%;height:auto;min-height:100vh}
.brand{top:2rem;left:2.25rem;font-size:1.25rem}
.globe{width:min(66rem,64vw,102vh);height:auto;aspect-ratio:1;left:62%;top:50%;margin:0;transform:translate(-50%,-50%)}
.motto{display:block;position:absolute;left:2.25rem;bottom:2.25rem;color:var(--motto);font-weight:700;font-size:clamp(1.75rem,2.6vw,2.75rem);line-height:1.1;letter-spacing:-.03em}
.motto span{display:block}
main{flex:1 1 45%;min-width:32rem;align-items:center;margin:0;padding:3rem 2.5rem;border-radius:0}
h1{font-size:2.125rem}
}
@media (prefers-reduced-motion:no-preference){.route{stroke-dasharray:1;animation:draw 1.8s .15s ease-out backwards}@keyframes draw{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}}
`;
