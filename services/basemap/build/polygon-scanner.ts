import type { Ring, Rings } from './ring.ts';

const code = (sign: string): number => sign.charCodeAt(0);
const [opening, closing, dot, minus, zero, nine] = [code('['), code(']'), code('.'), code('-'), code('0'), code('9')];
/** Bracket depths of a position of a MultiPolygon, a ring and a polygon. */
const [positionDepth, ringDepth, polygonDepth] = [4, 3, 2];

/** Parses a number of plain digits and returns its end. */
function numberAt(text: Uint8Array, start: number): { value: number; end: number } {
  const negative = text[start] === minus;
  let end = negative ? start + 1 : start;
  let digits = 0;
  let scale = 0;
  for (; end < text.length; end++) {
    const sign = text[end] ?? 0;
    if (sign === dot) scale = 1;
    else if (sign >= zero && sign <= nine) {
      digits = digits * 10 + (sign - zero);
      scale *= 10;
    } else break;
  }
  const value = digits / (scale || 1);
  return { value: negative ? -value : value, end };
}

/**
 * Polygons of all MultiPolygons in a GeoJSON text with plain decimal numbers. Coordinates go into flat arrays; `JSON.parse` would need ten times the
 * memory for an array per position.
 */
export function scanPolygons(text: Buffer): Rings[] {
  const polygons: Rings[] = [];
  let start = text.indexOf('"coordinates"');
  while (start >= 0) {
    const end = scanGeometry(text, text.indexOf('[', start), polygons);
    start = text.indexOf('"coordinates"', end);
  }
  return polygons;
}

function scanGeometry(text: Buffer, start: number, polygons: Rings[]): number {
  let depth = 0;
  let at = start;
  let rings: Ring[] = [];
  let ring: number[] = [];
  do {
    const sign = text[at] ?? closing;
    if (sign === opening) {
      depth++;
      at++;
    } else if (sign === closing) {
      if (depth === ringDepth) {
        rings.push(Float64Array.from(ring));
        ring = [];
      }
      if (depth === polygonDepth) {
        polygons.push(rings);
        rings = [];
      }
      depth--;
      at++;
    } else if (depth === positionDepth && (sign === minus || (sign >= zero && sign <= nine))) {
      const { value, end } = numberAt(text, at);
      ring.push(value);
      at = end;
    } else at++;
  } while (depth > 0);
  return at;
}
