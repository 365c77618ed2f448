import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { id as idForm } from './field.ts';
import type { FieldKind, Filter } from './filter.ts';
import { maxClauses, maxValues, parseFilter } from './filter-grammar.ts';

const fields = {
  id: 'id',
  title: 'text',
  state: 'text',
  code: 'text',
  likeCount: 'number',
  createdAt: 'time',
  hidden: 'flag',
  countryIds: 'set',
} as const satisfies Record<string, FieldKind>;

const forms = { state: z.enum(['OPEN', 'CLOSED']), countryIds: idForm, code: z.string().regex(/^[A-Z]{2}$/, 'Must be two letters') };
const list = { filterable: fields, forms };
const someId = '01890a5d-ac96-774b-bcce-b302099a8057';

function parse(json: string) {
  const refused: { message: string; path: PropertyKey[] }[] = [];
  const filter = parseFilter(json, list, (message, path) => refused.push({ message, path }));
  return { filter, refused, paths: refused.map(({ path }) => path.join('.')) };
}
const ask = (value: unknown) => parse(JSON.stringify(value));

describe('filter grammar accepts', () => {
  const noon = '2026-05-04T12:00:00.000Z';
  test.each<[string, unknown, Filter | null]>([
    ['an empty object', {}, null],
    ['a value', { title: 'Lisbon' }, { op: 'eq', field: 'title', value: 'Lisbon' }],
    ['null', { title: null }, { op: 'isNull', field: 'title', value: true }],
    ['one of several values', { likeCount: [1, 2] }, { op: 'in', field: 'likeCount', values: [1, 2] }],
    ['none of no values', { likeCount: [] }, { op: 'in', field: 'likeCount', values: [] }],
    ['a flag', { hidden: { ne: true } }, { op: 'ne', field: 'hidden', value: true }],
    ['an operator of text', { title: { contains: 'li%' } }, { op: 'contains', field: 'title', value: 'li%' }],
    ['an operator of lists', { countryIds: { has: someId } }, { op: 'has', field: 'countryIds', value: someId }],
    ['an id in upper case', { id: someId.toUpperCase() }, { op: 'eq', field: 'id', value: someId }],
    ['a state in any case', { state: 'Open' }, { op: 'eq', field: 'state', value: 'OPEN' }],
    ['any but a state', { state: { ne: 'closed' } }, { op: 'ne', field: 'state', value: 'CLOSED' }],
    ['some of the states', { state: ['open', 'CLOSED'] }, { op: 'in', field: 'state', values: ['OPEN', 'CLOSED'] }],
    ['a part of a state', { state: { contains: 'los' } }, { op: 'contains', field: 'state', value: 'los' }],
    ['a code in lower case', { code: 'pt' }, { op: 'eq', field: 'code', value: 'PT' }],
    ['the operator isNull', { countryIds: { isNull: false } }, { op: 'isNull', field: 'countryIds', value: false }],
    ['a time in another zone', { createdAt: { lt: '2026-05-04T14:00+02:00' } }, { op: 'lt', field: 'createdAt', value: noon }],
    ['a day', { createdAt: '2026-05-04' }, { op: 'eq', field: 'createdAt', value: '2026-05-04T00:00:00.000Z' }],
    ['a negation', { not: { likeCount: 1 } }, { op: 'not', of: { op: 'eq', field: 'likeCount', value: 1 } }],
  ])('%s', (_, value, filter) => {
    expect(ask(value)).toMatchObject({ filter, refused: [] });
  });

  test('several conditions, which must all hold', () => {
    const range = [
      { op: 'gte', field: 'likeCount', value: 1 },
      { op: 'lt', field: 'likeCount', value: 9 },
    ];
    expect(ask({ likeCount: { gte: 1, lt: 9 } }).filter).toEqual({ op: 'and', of: range });
    expect(ask({ title: 'a', or: [{ likeCount: { gte: 1 } }, { likeCount: { lt: 9 } }] }).filter).toEqual({
      op: 'and',
      of: [
        { op: 'eq', field: 'title', value: 'a' },
        { op: 'or', of: range },
      ],
    });
  });

  test('nesting and width up to the limits', () => {
    expect(ask({ and: [{ or: [{ title: 'a' }, { title: 'b' }] }] }).refused).toEqual([]);
    expect(ask({ or: Array.from({ length: maxClauses }, (_, index) => ({ likeCount: index })) }).refused).toEqual([]);
    expect(ask({ likeCount: Array.from({ length: maxValues }, (_, index) => index) }).refused).toEqual([]);
  });
});

describe('filter grammar reports the JSON path of', () => {
  test.each<[string, unknown, string, string]>([
    ['a list at the top', [], '', 'Must be an object of fields'],
    [
      'an unknown field',
      { price: 1 },
      'price',
      'Cannot filter by "price"; possible: id, title, state, code, likeCount, createdAt, hidden, countryIds',
    ],
    ['an unknown operator', { title: { $gt: '' } }, 'title.$gt', 'Unknown operator "$gt"'],
    ['no operator', { title: {} }, 'title', 'Name an operator'],
    ['an unknown field further in', { or: [{ title: 'a' }, { not: { price: 1 } }] }, 'or.1.not.price', 'Cannot filter by "price"'],
    ['no alternatives', { or: [] }, 'or', 'Must be a list of conditions'],
    ['an alternative without a condition', { or: [{ title: 'a' }, {}] }, 'or.1', 'Name a field'],
    ['a negation without a condition', { not: {} }, 'not', 'Name a field'],
    ['text for a number', { likeCount: { gte: '1' } }, 'likeCount.gte', 'Must be a number'],
    ['a number for text', { title: ['a', 2] }, 'title.1', 'Must be text'],
    ['text for a flag', { hidden: 'true' }, 'hidden', 'Must be true or false'],
    ['an invalid id', { id: 'x' }, 'id', 'Must be a UUID'],
    ['an invalid id among several fields', { id: { ne: 'x' }, title: 'a' }, 'id.ne', 'Must be a UUID'],
    ['an invalid id for a list', { countryIds: { has: 'x' } }, 'countryIds.has', 'Must be a UUID'],
    ['an unknown state', { state: ['open', 'shut'] }, 'state.1', 'Invalid option: expected one of "OPEN"|"CLOSED"'],
    ['a number for a state', { state: 1 }, 'state', 'Must be text'],
    ['a code of three letters', { code: { ne: 'PRT' } }, 'code.ne', 'Must be two letters'],
    ['U+0000 for an id', { id: '\0' }, 'id', 'Must be text'],
    ['a time without a zone', { createdAt: { gt: '2026-05-04T12:00' } }, 'createdAt.gt', 'Must be an ISO 8601 time'],
    ['an invalid month', { createdAt: '2026-13-01' }, 'createdAt', 'Must be an ISO 8601 time'],
    ['a value for a list', { countryIds: 'x' }, 'countryIds', 'A list: use {"has": value}'],
    ['an order on a list', { countryIds: { gt: 'x' } }, 'countryIds.gt', 'A list: only "has" and "isNull" apply'],
    ['membership in a text', { title: { has: 'x' } }, 'title.has', '"has" applies to lists only'],
    ['parts of a number', { likeCount: { contains: '1' } }, 'likeCount.contains', '"contains" applies to text only'],
    ['text for the operator isNull', { title: { isNull: 'yes' } }, 'title.isNull', 'Must be true or false'],
    ['too many values', { likeCount: Array(maxValues + 1).fill(1) }, 'likeCount', `At most ${maxValues} values`],
    ['a condition that is nested too deep', { and: [{ or: [{ not: { title: 'a' } }] }] }, 'and.0.or.0.not', 'Nested too deep'],
    ['the first condition above the limit', { or: Array(maxClauses + 2).fill({ title: 'a' }) }, `or.${maxClauses}.title`, 'Too many conditions'],
  ])('%s', (_, value, path, message) => {
    const { refused, paths } = ask(value);
    expect(paths).toEqual([path]);
    expect(refused[0]?.message).toContain(message);
  });

  test('invalid JSON', () => {
    expect(parse('{title: 1}')).toMatchObject({ filter: null, refused: [{ message: 'Must be JSON', path: [] }] });
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s as a field and as an operator', (key) => {
    expect(parse(`{"${key}":{"gt":1}}`).paths).toEqual([key]);
    expect(parse(`{"title":{"${key}":1}}`).paths).toEqual([`title.${key}`]);
  });
});

/** All fields with a condition. */
function leaves(filter: Filter | null): string[] {
  if (!filter) return [];
  if ('of' in filter) return [filter.of].flat().flatMap(leaves);
  return 'field' in filter ? [filter.field] : [filter.latitude, filter.longitude];
}

/** Mostly valid filters, so that deep branches are reached, mixed with anything else. */
const { group: nearlyFilter } = fc.letrec<{ group: unknown; condition: unknown; operand: unknown }>((tie) => ({
  operand: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.date({ noInvalidDate: true }), fc.jsonValue({ maxDepth: 1 })),
  condition: fc.oneof(
    tie('operand'),
    fc.array(tie('operand'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('ne', 'gt', 'gte', 'lt', 'lte', 'has', 'isNull', 'contains', 'startsWith', 'eq', 'valueOf'), tie('operand'), {
      maxKeys: 3,
    }),
  ),
  group: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.dictionary(fc.constantFrom(...Object.keys(fields), 'price', '__proto__', 'constructor'), tie('condition'), { maxKeys: 4 }),
    fc.record(
      { and: fc.array(tie('group'), { maxLength: 4 }), or: fc.array(tie('group'), { maxLength: 4 }), not: tie('group') },
      { requiredKeys: [] },
    ),
  ),
}));

describe('filter grammar under random input', () => {
  const accepts = (json: string): void => {
    const { filter, refused } = parse(json);
    if (refused.length > 0) return;
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(leaves(filter)));
    expect(leaves(filter).length).toBeLessThanOrEqual(maxClauses);
  };

  test('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 8 })), accepts));
  });

  test('accepts declared fields only, with a bounded number of conditions', () => {
    fc.assert(
      fc.property(nearlyFilter, (value) => accepts(JSON.stringify(value))),
      { numRuns: 1_000 },
    );
  });

  test('bounds the number of conditions in every notation', () => {
    const single = fc.record({ asked: fc.constantFrom({ title: 'a' }, { hidden: null }, { countryIds: { has: someId } }), weight: fc.constant(1) });
    const several = fc.record({ asked: fc.constant({ likeCount: { gte: 1, lt: 9 }, not: { title: { ne: 'a' } } }), weight: fc.constant(3) });
    fc.assert(
      fc.property(fc.array(fc.oneof(single, several), { minLength: 1, maxLength: 30 }), (conditions) => {
        const weight = conditions.reduce((sum, condition) => sum + condition.weight, 0);
        expect(ask({ or: conditions.map(({ asked }) => asked) }).refused.length).toBe(weight > maxClauses ? 1 : 0);
      }),
    );
  });

  test('never accepts an undeclared field at any depth', () => {
    const wraps = fc.array(fc.constantFrom('and', 'or', 'not'), { maxLength: 2 });
    const unknown = fc.string().filter((key) => !Object.hasOwn(fields, key) && !['and', 'or', 'not'].includes(key));
    fc.assert(
      fc.property(wraps, unknown, fc.jsonValue({ maxDepth: 1 }), (levels, key, value) => {
        const innermost = `{${JSON.stringify(key)}:${JSON.stringify(value)}}`;
        const json = levels.reduce((inner, level) => (level === 'not' ? `{"not":${inner}}` : `{"${level}":[{"title":"a"},${inner}]}`), innermost);
        const path = levels.toReversed().flatMap((level): PropertyKey[] => (level === 'not' ? ['not'] : [level, 1]));
        expect(parse(json).refused.map((refusal) => refusal.path)).toEqual([[...path, key]]);
      }),
    );
  });
});
