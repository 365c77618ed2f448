import { useResourceContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parentParamsOf } from '../data/calls.ts';

/**
 * Parent ids of a record from the query of the page, such as the itinerary of a day, as options of react-admin's queries and mutations. Undefined for
 * resources without a parent.
 */
export function useParents(): { meta?: Readonly<Record<string, string>> } {
  const resource = useResourceContext() ?? '';
  const [query] = useSearchParams();
  const names = parentParamsOf(resource, 'one');
  return names.length > 0 ? { meta: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) } : {};
}
