import { expect, test } from 'vitest';
import { numbersText, type PaperStopMark, pinSize, pinsOf } from './pins.ts';

const sheet = { width: 744, height: 300, lines: [], corner: { left: 0, width: 150, height: 30 } };
const mark = (number: number, x: number, y: number, changes: Partial<PaperStopMark> = {}): PaperStopMark => ({
  number,
  at: [x, y],
  color: '#c2410c',
  title: `Stop ${number}`,
  city: null,
  ...changes,
});

test.each([
  [[3], '3'],
  [[1, 2], '1, 2'],
  [[1, 2, 3, 5, 7, 8, 9, 10], '1–3, 5, 7–10'],
  [[4, 4, 2], '2, 4'],
])('stop numbers %j are written as %s', (numbers, text) => expect(numbersText(numbers)).toBe(text));

test('nearby stops of a day share a pin, named after their common city', () => {
  const pins = pinsOf([mark(1, 100, 100, { city: 'Kyoto' }), mark(2, 106, 103, { city: 'Kyoto' }), mark(3, 400, 200)], sheet);
  expect(pins.map(({ numbers, name }) => [numbers, name?.text])).toEqual([
    ['1, 2', 'Kyoto'],
    ['3', 'Stop 3'],
  ]);
  const apart = pinsOf([mark(1, 100, 100, { city: 'Kyoto' }), mark(2, 106, 103, { city: 'Uji' })], sheet);
  expect(apart.map(({ name }) => name)).toEqual([null]);
});

test('overlapping pins of different days are pushed apart and keep their anchor points', () => {
  const colors = ['#c2410c', '#0f766e', '#6d28d9', '#a16207', '#1d4ed8'];
  const pins = pinsOf(
    colors.map((color, index) => mark(index + 1, 300, 150, { color })),
    sheet,
  );
  for (const [index, a] of pins.entries())
    for (const b of pins.slice(index + 1)) {
      const isApart = Math.abs(a.middle[0] - b.middle[0]) >= pinSize || Math.abs(a.middle[1] - b.middle[1]) >= pinSize;
      expect(isApart, `${a.numbers} and ${b.numbers}`).toBe(true);
    }
  expect(pins.every(({ at: [x, y] }) => x === 300 && y === 150)).toBe(true);
});

test('pin label stays on the sheet, and is omitted where it would overlap pins', () => {
  const [atTheEdge] = pinsOf([mark(1, 730, 150, { title: 'Torre de Belém' })], sheet);
  expect(atTheEdge?.name).toMatchObject({ text: 'Torre de Belém', anchor: 'end' });
  const around = [mark(2, 160, 150), mark(3, 40, 150), mark(4, 100, 128), mark(5, 100, 172)].map((other) => ({ ...other, color: '#0f766e' }));
  const [crowded] = pinsOf([mark(1, 100, 150, { title: 'A long name' }), ...around], sheet);
  expect(crowded?.name).toBeNull();
});

test('pin label avoids lines and the scale bar', () => {
  const line: [number, number][] = [
    [300, 150],
    [500, 150],
  ];
  expect(pinsOf([mark(1, 300, 150)], { ...sheet, lines: [line] })[0]?.name?.anchor).toBe('end');
  expect(pinsOf([mark(1, 80, 275)], sheet)[0]?.name?.anchor).toBe('middle');
});

test('nearby pins of different days with the same label show it once', () => {
  const pins = pinsOf([mark(1, 100, 100, { title: 'Rome' }), mark(1, 104, 100, { title: 'Rome', color: '#0f766e' })], sheet);
  expect(pins.map(({ name }) => name?.text)).toEqual(['Rome', undefined]);
});

test('pin label of a long stop title is truncated with an ellipsis', () => {
  const [pin] = pinsOf([mark(1, 100, 150, { title: 'The lighthouse at the very end of the world' })], sheet);
  expect(pin?.name?.text).toMatch(/^The lighthouse.*…$/);
});
