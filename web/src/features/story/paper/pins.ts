import type { SheetPoint } from './map-sheet.ts';

/** Marker of a stop on the paper map. */
export interface PaperStopMark {
  at: SheetPoint;
  /** Number of the stop on its day. */
  number: number;
  color: string;
  title: string;
  city: string | null;
}

/** A numbered pin, for one stop or for several nearby stops of a day. */
export interface PaperPin {
  color: string;
  numbers: string;
  /** Centre of the drawn pin, displaced from overlapping pins. */
  middle: SheetPoint;
  width: number;
  /** Mean position of its stops; a leader line connects it with a displaced pin. */
  at: SheetPoint;
  name: PinLabel | null;
}

export interface PinLabel {
  text: string;
  at: SheetPoint;
  anchor: 'start' | 'middle' | 'end';
}

/** Height and smallest width of a pin, units. */
export const pinSize = 21;
const figure = 6.6;
/** Distance below which stops of a day share a pin, units. */
const near = 22;
/** Gap between two pins, units. */
const apart = 2;
const rounds = 80;
/** Text metrics of a label, units: line height and mean width of a letter. */
const letters = { height: 13, width: 5.9 };
const longestName = 26;
/** Distance within which the same label is not repeated, units. */
const sayAgain = 90;
/** Margin between labels and the edge of the sheet, units. */
const edge = 6;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const boxAround = ([x, y]: SheetPoint, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Numbers as text, with runs as ranges: `1–3, 5`. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`)).join(', ');
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Groups nearby stops of a day. */
function grouped(marks: readonly PaperStopMark[]): PaperStopMark[][] {
  const groups: PaperStopMark[][] = [];
  for (const mark of marks) {
    const group = groups.find(([first]) => first?.color === mark.color && Math.hypot(first.at[0] - mark.at[0], first.at[1] - mark.at[1]) < near);
    if (group) group.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

/** Label of a pin: the title of a single stop, or the common city of several stops; null without a common city. */
function nameOf(group: readonly PaperStopMark[]): string | null {
  const names = new Set(group.map(({ title, city }) => (group.length > 1 ? city : title)));
  const [name] = names;
  if (names.size > 1 || !name) return null;
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name;
}

function pinOf(group: readonly PaperStopMark[]): PaperPin & { text: string | null } {
  const numbers = numbersText(group.map(({ number }) => number));
  const at: SheetPoint = [meanOf(group.map(({ at: [x] }) => x)), meanOf(group.map(({ at: [, y] }) => y))];
  const width = Math.max(pinSize, 9 + numbers.length * figure);
  return { color: group[0]?.color ?? '', numbers, at, middle: [...at], width, name: null, text: nameOf(group) };
}

/** Moves two overlapping pins apart along the axis with the smaller overlap; false when they do not overlap. */
function part(a: PaperPin, b: PaperPin): boolean {
  const [x, y] = [b.middle[0] - a.middle[0], b.middle[1] - a.middle[1]];
  const across = (a.width + b.width) / 2 + apart - Math.abs(x);
  const down = pinSize + apart - Math.abs(y);
  if (across <= 0 || down <= 0) return false;
  const axis = across < down ? 0 : 1;
  const way = (axis === 0 ? across : down) / 2;
  // At equal positions, the first pin moves up or left.
  const side = (axis === 0 ? x : y) < 0 ? -1 : 1;
  a.middle[axis] -= side * way;
  b.middle[axis] += side * way;
  return true;
}

function spread(pins: readonly PaperPin[]): void {
  for (let round = 0; round < rounds; round++) {
    let isMoved = false;
    for (const [index, a] of pins.entries()) for (const b of pins.slice(index + 1)) isMoved = part(a, b) || isMoved;
    if (!isMoved) return;
  }
}

/** Candidate positions of a label beside its pin, best first. */
function placesBeside({ middle: [x, y], width }: PaperPin, text: string): { name: PinLabel; box: Box }[] {
  const length = text.length * letters.width;
  const [side, above] = [width / 2 + 5, pinSize / 2 + letters.height / 2 + 2];
  const place = (anchor: PinLabel['anchor'], nameX: number, nameY: number) => ({
    name: { text, anchor, at: [nameX, nameY] as SheetPoint },
    box: boxAround([anchor === 'start' ? nameX + length / 2 : anchor === 'end' ? nameX - length / 2 : nameX, nameY], length, letters.height),
  });
  return [place('start', x + side, y), place('end', x - side, y), place('middle', x, y + above), place('middle', x, y - above)];
}

/** Size of a map, and the content that labels avoid besides the pins. */
export interface MapGround {
  width: number;
  height: number;
  /** Lines that labels avoid if possible. */
  lines: readonly (readonly SheetPoint[])[];
  /** Label-free corner at the lower edge, which holds the scale bar. */
  corner: { left: number; width: number; height: number };
}

/** Points along a line, at most half a line height of a label apart. */
const pointsAlong = (line: readonly SheetPoint[]): SheetPoint[] =>
  line.flatMap((to, index) => {
    const from = line[index - 1] ?? to;
    const pieces = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / (letters.height / 2)));
    return Array.from({ length: pieces }, (_, piece): SheetPoint => {
      const share = (piece + 1) / pieces;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    });
  });

const holds = (box: Box, [x, y]: SheetPoint): boolean => x > box.left && x < box.right && y > box.top && y < box.bottom;

/** Pins of a map, pushed apart where they overlap, each with a label where it fits. */
export function pinsOf(marks: readonly PaperStopMark[], { width, height, lines, corner }: MapGround): PaperPin[] {
  const pins = grouped(marks).map(pinOf);
  spread(pins);
  const scale = { left: corner.left, right: corner.left + corner.width, top: height - corner.height, bottom: height };
  const taken = [scale, ...pins.map((pin) => boxAround(pin.middle, pin.width + apart, pinSize + apart))];
  const points = lines.flatMap(pointsAlong);
  const isFree = (box: Box): boolean =>
    box.left > edge && box.top > edge && box.right < width - edge && box.bottom < height - edge && !taken.some((other) => meets(box, other));
  const bestOf = (places: { name: PinLabel; box: Box }[]) => places.find(({ box }) => !points.some((point) => holds(box, point))) ?? places[0];
  const said: PinLabel[] = [];
  return pins.map(({ text, ...pin }) => {
    const isSaid = said.some((name) => name.text === text && Math.hypot(name.at[0] - pin.middle[0], name.at[1] - pin.middle[1]) < sayAgain);
    const place = text && !isSaid ? bestOf(placesBeside(pin, text).filter(({ box }) => isFree(box))) : undefined;
    if (place) {
      taken.push(place.box);
      said.push(place.name);
    }
    return { ...pin, name: place?.name ?? null };
  });
}
