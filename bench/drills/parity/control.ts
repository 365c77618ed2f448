import type { Answered } from './exchange.ts';
import type { Pairs } from './pairs.ts';
import { differencesOf } from './same-answer.ts';

type Json = Record<string, unknown>;
interface List extends Json {
  items: Json[];
}

/** Ways in which two answers may differ, each of which must be noticed. */
const tampered: Readonly<Record<string, (list: List, answer: Answered) => Partial<Answered>>> = {
  'another order': (list) => ({ json: { ...list, items: list.items.toReversed() } }),
  'an item less': (list) => ({ json: { ...list, items: list.items.slice(1) } }),
  'an item twice': (list) => ({ json: { ...list, items: [...list.items, ...list.items.slice(-1)] } }),
  'another id': (list) => ({ json: { ...list, items: list.items.map((item) => ({ ...item, ...swapped(item, list.items) })) } }),
  'a field less': (list) => ({ json: { ...list, items: list.items.map((item) => Object.fromEntries(Object.entries(item).slice(1))) } }),
  'another total': (list) => ({ json: { ...list, total: Number(list.total) + 1 } }),
  'a cursor less or more': ({ next, ...list }) => ({ json: next === undefined ? { ...list, next: 'x' } : list }),
  'another status': (_, { status }) => ({ status: status + 1 }),
  'a header less': (_, { headers: { 'cache-control': __, ...headers } }) => ({ headers }),
};

/** Its first and its second id, swapped. */
function swapped(item: Json, items: readonly Json[]): Json {
  const [first, second] = items;
  return item === first ? idOf(second) : item === second ? idOf(first) : {};
}

const idOf = (item: Json | undefined): Json => Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => /^(id|stopId)$/.test(name)));

/** What would not have been noticed. @param answer a list with several items. */
export function unnoticedIn(answer: Answered, pairs: Pairs): string[] {
  const list = answer.json as List; // that it is one was looked at before
  return Object.entries(tampered).flatMap(([name, tamper]) =>
    differencesOf({ one: answer, many: { ...answer, ...tamper(list, answer) } }, pairs, false).length > 0 ? [] : [name],
  );
}
