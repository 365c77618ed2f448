import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { Random } from './random.ts';
import type { ListFields } from './routes.ts';
import type { Making } from './values.ts';
import { byName, placeNames, strangeIds, texts } from './words.ts';

/** What lists are asked with beside what values are made with. */
export interface Questioning extends Making {
  /** The word for a time at which something happened. */
  time(): string | undefined;
}

const comparisons = ['gt', 'gte', 'lt', 'lte', 'ne'] as const;

/** A condition, in every way that the grammar of filters has. */
export function filterOf({ filterable }: ListFields, questioning: Questioning, depth = 1): Record<string, unknown> {
  const { random } = questioning;
  const nested = (): Record<string, unknown> => filterOf({ filterable, sortable: [] }, questioning, depth + 1);
  const roll = depth < 3 ? random.below(10) : 9;
  if (roll === 0) return { or: [nested(), nested()] };
  if (roll === 1) return { and: [nested(), nested()] };
  if (roll === 2) return { not: nested() };
  const fields = Object.keys(filterable);
  const chosen = random.chance(0.7) ? [random.pick(fields)] : [random.pick(fields), random.pick(fields)];
  return Object.fromEntries(chosen.map((field) => [field, conditionOn(field, filterable[field] ?? 'text', questioning)]));
}

function conditionOn(field: string, kind: FieldKind, questioning: Questioning): unknown {
  const { random } = questioning;
  const value = (): unknown => operandOf(field, kind, questioning);
  if (random.chance(0.12)) return random.pick([null, { isNull: true }, { isNull: false }]);
  if (kind === 'set') return { has: value() };
  const roll = random.below(10);
  if (roll < 3) return value();
  if (roll === 3) return [value(), value(), value()];
  if (kind === 'text' && roll < 7) return { [random.pick(['contains', 'startsWith'])]: pieceOf(String(value()), random) };
  // Which of two ids is the greater is each side's own matter.
  if (kind === 'id') return { ne: value() };
  if (roll === 9) return { gte: value(), lt: value() };
  return { [random.pick(comparisons)]: value() };
}

/** A piece of a text, in another case now and then. */
function pieceOf(text: string, random: Random): string {
  const characters = [...text];
  const from = random.chance(0.5) ? 0 : random.below(characters.length + 1);
  const piece = characters.slice(from, from + 1 + random.below(4)).join('');
  return random.pick([piece, piece.toUpperCase(), piece.toLowerCase()]);
}

function operandOf(field: string, kind: FieldKind, { random, reference, time }: Questioning): unknown {
  if (kind === 'number') return random.pick([0, 1, 2, 3, -1, 1.5, 1e9]);
  if (kind === 'flag') return random.chance(0.5);
  if (kind === 'time')
    return (random.chance(0.8) && time()) || random.pick(['2026-01-01', '2099-12', '2026-05-04T09:30Z', '2026-05-04T09:30:00.5+02:00']);
  const words = [...(byName[field] ?? []), ...texts, ...placeNames, 'PUBLIC', 'PRIVATE', 'ACCEPTED', 'SUGGESTED'];
  if (kind === 'text') return random.pick(words);
  const kinds = ['itineraries', 'accounts', 'countries', 'places', 'stops', 'days'];
  const entity = field.replace(/Ids?$/, '').replace(/y$/, 'ie');
  const own = kinds.find((one) => one === `${entity}s`);
  return (random.chance(0.9) && reference(own ?? random.pick(kinds))) || random.pick([...strangeIds, 'x', '']);
}

/** An order, in every form that is understood. */
export function sortOf({ sortable }: ListFields, random: Random): string {
  const direction = (): string => random.pick(['ASC', 'DESC', 'asc', 'desc']);
  const first = random.pick(sortable);
  const others = sortable.filter((field) => field !== first);
  const alone = [first, `${first} ${direction()}`];
  if (others.length === 0) return random.pick([...alone, JSON.stringify([first, direction()])]);
  const second = random.pick(others);
  return random.pick([...alone, `${first} ${direction()},${second} ${direction()}`, JSON.stringify([first, direction(), second, 'ASC'])]);
}

/** Parameters of a question to a list. */
export function listQuestion(list: ListFields, questioning: Questioning): Record<string, string> {
  const { random, reference } = questioning;
  const ids = Array.from({ length: 1 + random.below(4) }, () => reference(random.pick(['itineraries', 'places', 'stops', 'days'])) ?? strangeIds[0]);
  return {
    ...(random.chance(0.3) && { page: String(random.pick([1, 2, 3, 50])) }),
    ...(random.chance(0.6) && { limit: String(random.pick([1, 2, 3, 5, 20, 100])) }),
    ...(random.chance(0.5) && { sort: sortOf(list, random) }),
    ...(random.chance(0.65) && { filter: JSON.stringify(filterOf(list, questioning)) }),
    ...(random.chance(0.08) && { ids: ids.join() }),
  };
}
