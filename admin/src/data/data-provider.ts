import type { Page } from '@waystory/proto/kit/list.ts';
import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord, SortPayload, UpdateParams } from 'react-admin';
import { maxPagedOffset, type ResourceName } from '../catalogue/catalogue.ts';
import { may } from '../session/rights.ts';
import { type BulkCalls, createBulkCalls } from './bulk-calls.ts';
import {
  type Call,
  chunked,
  createApiCalls,
  type DataProviderPorts,
  type EditConflict,
  idsPerRequest,
  paramsOf,
  parentParamsOf,
  resourceFactsOf,
} from './calls.ts';
import { type FilterValues, withoutBlanks } from './filter-values.ts';
import { Refusal } from './refusal.ts';

/** Changed fields; only these are written. */
const changesIn = (data: FilterValues, before: FilterValues = {}): FilterValues =>
  Object.fromEntries(Object.entries(data).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])));

const versionOf = (row: FilterValues | undefined): { ifMatch?: number } => (typeof row?.version === 'number' ? { ifMatch: row.version } : {});

/** Writes the changed fields if the record still has the version read (`ifMatch`); otherwise asks which version to keep. */
function updateOn(call: Call, { onConflict }: DataProviderPorts) {
  // The resource, and with it the type of its records, is only known at run time.
  // biome-ignore lint/suspicious/noExplicitAny: so they are typed by react-admin
  return async (resource: string, { id, data, previousData, meta }: UpdateParams): Promise<{ data: any }> => {
    const from = { ...previousData, ...meta };
    const write = (body: FilterValues, seen: FilterValues | undefined) =>
      call(resource, 'update', { params: paramsOf(resource, 'update', id, from), body, ...versionOf(seen) });
    const current = (id: Identifier) => call<EditConflict['theirs']>(resource, 'one', { params: paramsOf(resource, 'one', id, from) });

    const mine = changesIn(data, previousData);
    if (Object.keys(mine).length === 0) return { data: previousData };
    let seen: FilterValues | undefined = previousData;
    for (;;) {
      try {
        return { data: await write(mine, seen) };
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 412)) throw error;
        const theirs = await current(id);
        // as: calls with a name outside the catalogue have failed before
        const choice = await onConflict({ resource: resource as ResourceName, theirs, mine });
        if (choice === 'theirs') return { data: theirs };
        if (choice === 'back') throw error;
        seen = theirs;
      }
    }
  };
}

/** Largest number of lists with stored cursors; the least recently used list is evicted. */
const mostWalks = 20;

/** Stores the end cursor of each list page. A page beyond the largest offset starts at the end cursor of the previous page. */
function pageCursors() {
  const walks = new Map<string, Map<number, string>>();
  return {
    /** End cursor of the previous page. */
    before: (list: string, page: number): string | undefined => walks.get(list)?.get(page - 1),
    keep(list: string, page: number, next: string | undefined): void {
      if (!next) return;
      const ends = walks.get(list) ?? new Map<number, string>();
      walks.delete(list);
      walks.set(list, ends.set(page, next));
      const [oldest] = walks.keys();
      if (walks.size > mostWalks && oldest !== undefined) walks.delete(oldest);
    },
  };
}

/** Filter, parent and order of a list. */
export type ListQuery = Pick<GetListParams, 'filter' | 'sort' | 'meta'>;

/** Data provider of react-admin, extended by the API's bulk calls and walks. */
export interface AdminDataProvider extends DataProvider, BulkCalls {
  /**
   * All matching records, page by page without a limit.
   * @throws Refusal
   */
  walk(resource: string, question: ListQuery): AsyncGenerator<Page<RaRecord>, void, undefined>;
}

function sortOf(resource: string, sort?: SortPayload): { sort?: string } {
  return sort && resourceFactsOf(resource).sortable.includes(sort.field) ? { sort: `${sort.field} ${sort.order}` } : {};
}

/** Idempotency keys of unfinished creations by content, so that a retry after a failure uses the same key. */
function creationKeys() {
  const keys = new Map<string, string>();
  return {
    keyOf(what: string): string {
      const key = keys.get(what) ?? crypto.randomUUID();
      keys.set(what, key);
      return key;
    },
    forget: (what: string) => keys.delete(what),
  };
}

/** Data provider for the API: lists, versions, idempotency keys and bulk calls for every resource of the catalogue. */
export function createDataProvider(ports: DataProviderPorts): AdminDataProvider {
  const call = createApiCalls(ports);
  const cursors = pageCursors();
  const keys = creationKeys();
  const bulk = createBulkCalls(call);

  function listOf(resource: string, { sort, filter = {}, meta }: ListQuery, limit: number) {
    const parents = parentParamsOf(resource, 'list');
    const asked = withoutBlanks(filter);
    const conditions = Object.fromEntries(Object.entries(asked).filter(([field]) => !parents.includes(field)));
    const query = { limit, ...sortOf(resource, sort), ...(Object.keys(conditions).length > 0 && { filter: JSON.stringify(conditions) }) };
    return { params: paramsOf(resource, 'list', null, { ...asked, ...meta }), query };
  }

  async function* walk(resource: string, question: ListQuery): AsyncGenerator<Page<RaRecord>, void, undefined> {
    const { params, query } = listOf(resource, question, resourceFactsOf(resource).maxLimit);
    for (let after: string | undefined; ; ) {
      const page: Page<RaRecord> = await call(resource, 'list', { params, query: { ...query, ...(after && { after }) } });
      yield page;
      after = page.next;
      if (!after) return;
    }
  }

  async function getList<T extends RaRecord>(resource: string, { pagination, ...question }: GetListParams): Promise<GetListResult<T>> {
    const { page, perPage } = pagination ?? { page: 1, perPage: 25 };
    const { params, query } = listOf(resource, question, perPage);
    const key = JSON.stringify([resource, query, params]);
    const isNear = (page - 1) * perPage <= maxPagedOffset;
    const after = isNear ? undefined : cursors.before(key, page);
    if (!isNear && !after) throw new Refusal(`Item ${maxPagedOffset} and later ones are come to page by page, or by a narrower filter.`, 400);
    const answer = await call<Page<T>>(resource, 'list', { params, query: { ...query, ...(after ? { after } : { page }) } });
    cursors.keep(key, page, answer.next);
    return {
      data: answer.items,
      // Beyond the count limit, the total is the lower bound known from this page.
      total: answer.totalCapped ? Math.max(answer.total, page * perPage + (answer.next ? 1 : 0)) : answer.total,
      meta: { isCapped: answer.totalCapped === true },
    };
  }

  async function getMany<T extends RaRecord>(resource: string, ids: readonly Identifier[], meta: FilterValues = {}): Promise<T[]> {
    if (!may(ports.role(), resourceFactsOf(resource), 'list')) {
      const one = (id: Identifier) => call<T>(resource, 'one', { params: paramsOf(resource, 'one', id, meta) });
      const answers = await Promise.allSettled(ids.map(one));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    }
    const pages = chunked(ids).map((some) =>
      call<Page<T>>(resource, 'list', { params: paramsOf(resource, 'list', null, meta), query: { ids: some.join(','), limit: idsPerRequest } }),
    );
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  }

  async function remove(resource: string, id: Identifier, from: FilterValues): Promise<void> {
    const facts = resourceFactsOf(resource);
    const isOnlyInBulk = !may(ports.role(), facts, 'remove') && may(ports.role(), facts, 'deleteMany');
    if (isOnlyInBulk) await bulk.byIds(resource, 'deleteMany', [id], undefined, from);
    else await call(resource, 'remove', { params: paramsOf(resource, 'remove', id, from) });
  }

  return {
    getList,
    walk,
    getOne: async (resource, { id, meta }) => ({ data: await call(resource, 'one', { params: paramsOf(resource, 'one', id, meta) }) }),
    getMany: async (resource, { ids, meta }) => ({ data: await getMany(resource, ids, meta) }),
    getManyReference: (resource, { target, id, filter, ...rest }) => getList(resource, { ...rest, filter: { ...filter, [target]: id } }),
    update: updateOn(call, ports),
    async create(resource, { data, meta }) {
      const what = JSON.stringify([resource, data]);
      const made = await call<never>(resource, 'create', {
        params: paramsOf(resource, 'create', null, { ...data, ...meta }),
        body: data,
        idempotencyKey: keys.keyOf(what),
      });
      keys.forget(what);
      return { data: made };
    },
    async delete(resource, { id, previousData, meta }) {
      await remove(resource, id, { ...previousData, ...meta });
      // react-admin expects the deleted record; without `previousData`, only its id is known.
      return { data: (previousData ?? { id }) as never };
    },
    updateMany: async (resource, { ids, data, meta }) => ({ data: await bulk.byIds(resource, 'patchMany', ids, data, meta) }),
    deleteMany: async (resource, { ids, meta }) => ({ data: await bulk.byIds(resource, 'deleteMany', ids, undefined, meta) }),
    ...bulk,
  };
}
