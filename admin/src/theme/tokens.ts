import { readFileSync } from 'node:fs';

// Evaluated at build time: only the values are built in.
const read = (file: string): string => readFileSync(new URL(`../../../web/ui/${file}`, import.meta.url), 'utf8');

type Values = Readonly<Record<string, string>>;

const valuesIn = (css: string): Values =>
  Object.fromEntries(Array.from(css.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [name, value]));

/** Rules of the first block with this selector. */
function blockOf(css: string, selector: string): string {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`There is no block ${selector}`);
  return css.slice(start, css.indexOf('\n}', start));
}

const colours = read('tokens.css');
const shapes = valuesIn(blockOf(read('theme.css'), '@theme'));

/** Colours by name, shared with the web app. */
export const lightColours: Values = valuesIn(blockOf(colours, '[data-theme="light"]'));
export const darkColours: Values = valuesIn(blockOf(colours, '[data-theme="dark"]'));

const pixels = (rem = ''): number => Number.parseFloat(rem) * 16;
/** Typeface, and corner radii in pixels. */
export const shapeTokens = { font: shapes['font-sans'] ?? '', control: pixels(shapes['radius-control']), card: pixels(shapes['radius-card']) };
