import { z } from 'zod';
import { id, isStorable, numberInQuery, whole } from './field.ts';
import type { Filterable, SortKey } from './filter.ts';
import { filterSchema, parseFilter } from './filter-grammar.ts';

/** Declaration of a list. */
export interface ListSpec extends Filterable {
  /** Entity name in the API description. */
  entity: string;
  sortable: readonly string[];
  /** Default sort, for example `createdAt DESC`. */
  defaultSort: string;
  /** Largest page size; 100 by default. */
  maxLimit?: number;
}

/** Largest offset of a page that is reachable by page number; later pages need the cursor `after`. */
export const maxOffset = 10_000;
/** Size limit of a page, bytes: a page ends early once its items exceed it. */
export const mostPageBytes = 1_000_000;
const usualLimit = 20;
/** Last page that is reachable with the default limit. */
export const maxPage = maxOffset / usualLimit;
/** Largest exact total; a list with more items reports this number and `totalCapped`. */
export const totalCap = 10_000;

type Refuse = (message: string, path?: PropertyKey[]) => void;
const refuser =
  (context: z.RefinementCtx): Refuse =>
  (message, path = []) =>
    context.addIssue({ code: 'custom', message, path });

const wordList = z.array(z.string());

function parseSort(value: string, spec: ListSpec, refuse: Refuse): SortKey[] {
  const words = value.trimStart().startsWith('[') ? wordList.safeParse(jsonOf(value)).data : undefined;
  const clauses = words ? pairs(words) : value.split(',');
  const keys = clauses.map((clause): SortKey => {
    const [field = '', direction = 'ASC', ...rest] = clause.split(' ').filter(Boolean);
    if (!spec.sortable.includes(field)) refuse(`Cannot sort by "${field}"; possible: ${spec.sortable.join(', ')}`);
    if (!/^(asc|desc)$/i.test(direction) || rest.length > 0) refuse(`"${clause.trim()}" must be a field followed by ASC or DESC`);
    return { field, direction: /^desc$/i.test(direction) ? -1 : 1 };
  });
  if (new Set(keys.map(({ field }) => field)).size < keys.length) refuse('Name each field once');
  return keys;
}

/** Pattern of `parseSort`'s input, for the API description. */
function sortPattern(fields: readonly string[]): string {
  const field = `(?:${fields.join('|')})`;
  const direction = '(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])';
  const clause = ` *${field}(?: +${direction})? *`;
  const words = ` *\\[ *"${field}" *(?:, *"${direction}" *, *"${field}" *)*(?:, *"${direction}" *)?\\] *`;
  const eachOnce = fields.map((one) => `(?!.*\\b${one}\\b.*\\b${one}\\b)`).join('');
  return `^${eachOnce}(?:${clause}(?:,${clause})*|${words})$`;
}

// Splits words into clauses: ["createdAt","DESC","title","ASC"] becomes `createdAt DESC` and `title ASC`.
const pairs = (words: string[]): string[] => words.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${words[index + 1] ?? 'ASC'}`] : []));

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Cursor of a list: sort values and id of the last item. Opaque to clients. */
export interface Cursor {
  values: unknown[];
  id: string;
}

const sortText = (sort: readonly SortKey[]): string => sort.map(({ field, direction }) => `${field} ${direction}`).join();
// Text of a decoded cursor, which a client may have forged.
const storable = z.string().refine(isStorable);
const cursorShape = z.object({ sort: z.string(), values: z.array(z.union([storable, z.number(), z.boolean(), z.null()])), id: storable });

export const writeCursor = (sort: readonly SortKey[], cursor: Cursor): string => btoaUrl(JSON.stringify({ sort: sortText(sort), ...cursor }));

const notCursor = 'Not a cursor of this list';

function readCursor(value: string, sort: readonly SortKey[], refuse: Refuse): Cursor | null {
  const parsed = cursorShape.safeParse(jsonOf(atobUrl(value)));
  if (!parsed.success || parsed.data.values.length !== sort.length) refuse(notCursor, ['after']);
  else if (parsed.data.sort !== sortText(sort)) refuse('The cursor belongs to another order; keep `sort` the same', ['after']);
  else return { values: parsed.data.values, id: parsed.data.id };
  return null;
}

/** True when each character is one byte in UTF-8, as in most cursors, so that no encoder is needed. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const btoaUrl = (value: string): string =>
  btoa(isAscii(value) ? value : String.fromCharCode(...new TextEncoder().encode(value)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
function atobUrl(value: string): string {
  try {
    const bytes = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
    return isAscii(bytes) ? bytes : new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return '';
  }
}

const idList = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]).flatMap((part) => part.split(',')).filter(Boolean);

/** Maximum number of ids of a list request, because more would not fit into a URL. */
const mostIds = 300;
const idsSchema = z.array(id).max(mostIds, `At most ${mostIds} ids`);

/** Query parameter of the page number. */
export const pageNumber = numberInQuery(whole.min(1, 'At least 1').max(maxPage, `At most ${maxPage}`))
  .default(1)
  .describe(`Page, from 1; no more than ${maxOffset} items can be reached by page`);

/** Parameters of a list route with further parameters. Pass the parsed result through `placeInList`. */
export function listShape(spec: ListSpec) {
  const maxLimit = spec.maxLimit ?? 100;
  return {
    page: pageNumber,
    limit: numberInQuery(whole.min(1, 'At least 1').max(maxLimit, `At most ${maxLimit}`))
      .default(usualLimit)
      .describe('Most items on a page. A page ends earlier when its items take more than 1 MB; go on with `next` then'),
    sort: z
      .string()
      .meta({ pattern: sortPattern(spec.sortable), examples: [spec.defaultSort] })
      .default(spec.defaultSort)
      .transform((value, context) => parseSort(value, spec, refuser(context)))
      .describe(`Fields to order by, each once and followed by ASC or DESC: ${spec.sortable.join(', ')}`),
    filter: z
      .string()
      .meta(filterSchema(spec.entity, spec))
      .transform((value, context) => parseFilter(value, spec, refuser(context)))
      .optional()
      .describe('JSON. Conditions that all must hold'),
    ids: z
      .union([z.string(), z.array(z.string())])
      .meta({ anyOf: undefined, ...z.toJSONSchema(idsSchema) })
      .transform(idList)
      .pipe(idsSchema)
      .optional()
      .describe('Only these; they may also be separated by commas'),
    after: z
      .string()
      .max(4_000)
      .regex(/^[A-Za-z0-9_-]+$/, notCursor)
      .optional()
      .describe('`next` of the page before; `page` is then ignored'),
  };
}

/** Decodes `after`, and refuses pages that only `after` reaches. */
export function placeInList<Q extends { page: number; limit: number; sort: SortKey[]; after?: string | undefined }>(
  query: Q,
  context: z.RefinementCtx,
): Omit<Q, 'after'> & { after: Cursor | null } {
  const { after, ...rest } = query;
  const tooFar = !after && (query.page - 1) * query.limit > maxOffset;
  if (tooFar) refuser(context)(`Beyond item ${maxOffset} use "after" with the "next" of the page before`, ['page']);
  return { ...rest, after: after ? readCursor(after, query.sort, refuser(context)) : null };
}

/** Query of a list route: page, limit, sort, filter, ids, after; parsed. */
export const listQuery = (spec: ListSpec) => z.strictObject(listShape(spec)).transform(placeInList);
export type ListQuery = z.output<ReturnType<typeof listQuery>>;

/** One page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    totalCapped: z.literal(true).optional().describe('The real total is larger'),
    page: z.int(),
    limit: z.int(),
    next: z.string().optional().describe('Cursor of the item after the last one here, for `after`; absent on the last page'),
  });
export type Page<T> = { items: T[]; total: number; totalCapped?: true | undefined; page: number; limit: number; next?: string | undefined };
