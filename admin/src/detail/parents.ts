import { useResourceContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parentParamsOf } from '../data/calls.ts';

/**
 * Parent ids of a record, such as the itinerary of a day, from the query string of the page. They are the `meta` of react-admin's queries and
 * mutations; empty for resources without a parent.
 */
export function useParents(): { meta?: Readonly<Record<string, string>> } {
  const resource = useResourceContext() ?? '';
  const [query] = useSearchParams();
  const names = parentParamsOf(resource, 'one');
  return names.length > 0 ? { meta: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) } : {};
}
