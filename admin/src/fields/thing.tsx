import { ReferenceField, useRecordContext } from 'react-admin';
import type { ResourceName } from '../catalogue/catalogue.ts';

/** Resource by the kind of record in the API. */
const resources: Readonly<Record<string, ResourceName>> = {
  itinerary: 'itineraries',
  stop: 'stops',
  post: 'posts',
  account: 'accounts',
  country: 'countries',
  place: 'places',
  report: 'reports',
  job: 'jobs',
};

interface ThingProps {
  /** Field with the kind of the record; `id` is the field with the record's id. */
  type: string;
  id: string;
  label?: string;
}

/** Kind of a record that another record refers to, with a link to its page. */
export function RecordReference({ type, id }: ThingProps) {
  const record = useRecordContext();
  const kind = String(record?.[type] ?? '');
  const resource = resources[kind];
  if (!record || !resource) return <span>{[kind, String(record?.[id] ?? '').slice(-8)].filter(Boolean).join(' ')}</span>;
  return (
    <span>
      {kind} <ReferenceField source={id} reference={resource} link="show" emptyText="(gone)" />
    </span>
  );
}
