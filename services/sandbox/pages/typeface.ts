import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = import.meta.resolve('@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2');
const data = readFileSync(fileURLToPath(file)).toString('base64');

/** The product's typeface, embedded because the pages load nothing. Other scripts use system fonts. */
export const typeface = `@font-face{font-family:"Plus Jakarta Sans";font-weight:200 800;src:url(data:font/woff2;base64,${data}) format("woff2")}`;
