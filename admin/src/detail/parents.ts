import { useResourceContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { parentsIn } from '../data/calls.ts';

/** What the record belongs to where its address in the API names that, such as the itinerary of a day: it is in the query of the page. */
export function useParents(): Readonly<Record<string, string>> {
  const resource = useResourceContext() ?? '';
  const [query] = useSearchParams();
  return Object.fromEntries(parentsIn(resource, 'one').map((name) => [name, query.get(name) ?? '']));
}
