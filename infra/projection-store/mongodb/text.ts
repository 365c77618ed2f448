/** No character with another case lies beyond this plane. */
const lastCased = 0x1ffff;
/** PCRE compiles a pattern into at most 65,535 bytes: up to 2 per byte of plain text, about 40 for a set of characters. */
const mostBytes = 20_000;
const mostSets = 300;

let cases: Map<string, string> | null = null;

/** Per folded character all others that are folded to it. */
function otherCases(): Map<string, string> {
  if (cases) return cases;
  cases = new Map();
  for (let code = 0x41; code <= lastCased; code += 1) {
    const character = String.fromCodePoint(code);
    const folded = foldedCharacter(character);
    if (folded !== character) cases.set(folded, (cases.get(folded) ?? '') + character);
  }
  return cases;
}

/** A character that becomes two keeps the first, as in `memory-filter.ts`. */
const foldedCharacter = (character: string): string => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0);

const escaped = (character: string): string => (character === '\0' ? '\\x00' : character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'));

/**
 * Patterns that a text matches when it contains (or starts with) `wanted`, whatever the case.
 * Not by the option `i`, as each engine takes that for another set of letters.
 * A wanted text too long for one pattern is asked for in parts, of which only the first is tied to the start.
 */
export function textPatterns(wanted: string, where: 'anywhere' | 'start'): string[] {
  const patterns: string[] = [];
  let pattern = where === 'start' ? '^' : '';
  let sets = 0;
  for (const [character, times] of runs(Array.from(wanted, foldedCharacter))) {
    const others = otherCases().get(character);
    const one = others ? `[${character}${others}]` : escaped(character);
    if (sets === mostSets || Buffer.byteLength(pattern) > mostBytes) {
      patterns.push(pattern);
      [pattern, sets] = ['', 0];
    }
    pattern += times > 1 ? `${one}{${times}}` : one;
    sets += others ? 1 : 0;
  }
  return [...patterns, pattern];
}

/** Neighbours that are the same, counted; a pattern repeats at most 65,535 times. */
function runs(characters: readonly string[]): [character: string, times: number][] {
  const found: [string, number][] = [];
  for (const character of characters) {
    const last = found.at(-1);
    if (last?.[0] === character && last[1] < 65_535) last[1] += 1;
    else found.push([character, 1]);
  }
  return found;
}
