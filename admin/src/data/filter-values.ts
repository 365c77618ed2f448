import { humanize } from '../lib/humanize.ts';

/** Values of a filter form in the filter grammar of the API, including blank values. */
export type FilterValues = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes blank values. Null is a value: it matches records without the field. */
export function withoutBlanks(filter: FilterValues): FilterValues {
  const entries = Object.entries(filter).flatMap(([field, value]): [string, unknown][] => {
    if (value === undefined || value === '') return [];
    if (!isObject(value)) return [[field, value]];
    const inner = withoutBlanks(value);
    return Object.keys(inner).length > 0 ? [[field, inner]] : [];
  });
  return Object.fromEntries(entries);
}

export const isBlank = (filter: FilterValues): boolean => Object.keys(withoutBlanks(filter)).length === 0;

const operatorWords: Readonly<Record<string, string>> = {
  contains: 'contains',
  startsWith: 'begins with',
  has: 'has',
  gte: 'from',
  gt: 'after',
  lte: 'to',
  lt: 'before',
  ne: 'is not',
};

/** Every condition of a filter in words, for the person who confirms it. */
export function conditionTextsOf(filter: FilterValues): string[] {
  return Object.entries(withoutBlanks(filter)).flatMap(([field, value]) => {
    if (!isObject(value)) return [`${humanize(field)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
    return Object.entries(value).map(([operator, operand]) => `${humanize(field)} ${operatorWords[operator] ?? operator} ${String(operand)}`);
  });
}
