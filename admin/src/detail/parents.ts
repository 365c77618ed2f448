import { useResourceContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parentsIn } from '../data/calls.ts';

/**
 * What the record belongs to where its address in the API names that, such as the itinerary of a day: it is in the query of the page. As options of
 * react-admin's queries and mutations; none where nothing is named.
 */
export function useParents(): { meta?: Readonly<Record<string, string>> } {
  const resource = useResourceContext() ?? '';
  const [query] = useSearchParams();
  const names = parentsIn(resource, 'one');
  return names.length > 0 ? { meta: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) } : {};
}
