import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './class-names.ts';

/** Reference: all class groups of Tailwind, extended by the names of theme.css. */
const whole = extendTailwindMerge({
  extend: {
    theme: {
      text: ['display', 'title', 'heading', 'subheading', 'body', 'small', 'caption'],
      radius: ['control', 'card', 'photo', 'sheet'],
      shadow: ['lift', 'float', 'overlay'],
      spacing: ['sidebar', 'sidebar-mobile', 'rail'],
      animate: ['shimmer', 'fade-in', 'fade-out', 'rise-in'],
    },
    classGroups: { z: [{ z: ['map', 'strip', 'bar', 'rail', 'banner', 'overlay', 'dialog', 'popover', 'tooltip', 'toast'] }] },
  },
});

/** Tailwind classes in string literals of the sources, without variants such as `md:`. */
function classesInUse(): string[] {
  const sources = globSync('../**/*.tsx', { cwd: fileURLToPath(new URL('./', import.meta.url)) }).filter((name) => !name.includes('.test.'));
  const words = sources.flatMap((name) => [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(/(['"`])([^\n]*?)\1/g)]);
  const classes = words.flatMap(([, , text = '']) => text.split(/\s+/)).map((word) => word.replace(/^(?:(?:[\w-]|\[[^\]]*\]|\([^)]*\))+:)+/, ''));
  return [...new Set(classes)].filter((word) => /^-?[a-z][^{}$?<>;]*$/.test(word) && whole(`${word} ${word}`) === word).sort();
}

test("Class groups merge any two used classes like Tailwind's full table", () => {
  const classes = classesInUse();
  expect(classes.length).toBeGreaterThan(300);
  // One class per pattern is enough as the second class, because classes of a pattern differ only in their numbers.
  const kinds = [...new Map(classes.map((name) => [name.replace(/[\d.]+|\[.*\]|\(.*\)/g, '0'), name])).values()];
  const differing = classes.flatMap((name) =>
    kinds.filter((other) => name !== other && whole(`${name} ${other}`) !== cn(name, other)).map((other) => `${name} ${other}`),
  );
  expect(differing).toEqual([]);
}, 60_000);
