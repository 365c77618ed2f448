import type { Identifier, UpdateParams } from 'react-admin';
import type { ResourceName } from '../catalogue/catalogue.ts';
import { type Call, type Conflict, type Ports, paramsOf } from './calls.ts';
import type { FilterValues } from './filter-values.ts';
import { Refusal } from './refusal.ts';

/** Fields that are other than before: nothing else is written. */
export const changesIn = (data: FilterValues, before: FilterValues = {}): FilterValues =>
  Object.fromEntries(Object.entries(data).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])));

const versionOf = (row: FilterValues | undefined): { ifMatch?: number } => (typeof row?.version === 'number' ? { ifMatch: row.version } : {});

/** Writes what was changed, if it is still what was seen; otherwise asks which version is to stay. */
export function updateOn(call: Call, { onConflict }: Ports) {
  // The records are of whatever resource it is.
  // biome-ignore lint/suspicious/noExplicitAny: so they are typed by react-admin
  return async (resource: string, { id, data, previousData, meta }: UpdateParams): Promise<{ data: any }> => {
    const from = { ...previousData, ...meta };
    const write = (body: FilterValues, seen: FilterValues | undefined) =>
      call(resource, 'update', { params: paramsOf(resource, 'update', id, from), body, ...versionOf(seen) });
    const current = (id: Identifier) => call<Conflict['theirs']>(resource, 'one', { params: paramsOf(resource, 'one', id, from) });

    const mine = changesIn(data, previousData);
    if (Object.keys(mine).length === 0) return { data: previousData };
    let seen: FilterValues | undefined = previousData;
    for (;;) {
      try {
        return { data: await write(mine, seen) };
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 412)) throw error;
        const theirs = await current(id);
        // The names of resources are those of the catalogue, or the calls before had failed.
        const choice = await onConflict({ resource: resource as ResourceName, theirs, mine });
        if (choice === 'theirs') return { data: theirs };
        if (choice === 'back') throw error;
        seen = theirs;
      }
    }
  };
}
