import { Card, Typography } from '@mui/material';
import { DataTable, Pagination, ReferenceManyField, type SortPayload } from 'react-admin';
import type { ResourceName } from '../../catalogue/catalogue.ts';
import { columnsOf, count, type Field, mark, person, when, words } from '../../fields/field.tsx';
import { hiddenStates, suggestionStates } from '../../fields/mark.tsx';

interface PartProps {
  title: string;
  reference: ResourceName;
  sort: SortPayload;
  fields: readonly Field[];
  /** Query string for a record's page. */
  query?: (record: Readonly<Record<string, unknown>>) => string;
}

const Part = ({ title, reference, sort, fields, query }: PartProps) => (
  <Card component="section" sx={{ overflow: 'hidden' }}>
    <Typography variant="h6" component="h2" sx={{ px: { xs: 2, md: 3 }, pt: 2, pb: 1 }}>
      {title}
    </Typography>
    <ReferenceManyField reference={reference} target="itineraryId" sort={sort} perPage={25} pagination={<Pagination rowsPerPageOptions={[]} />}>
      <DataTable
        bulkActionButtons={false}
        rowClick={query ? (id, resource, record) => `/${resource}/${id}/show?${query(record)}` : 'show'}
        sx={{ overflowX: 'auto', '& tr > :first-of-type': { pl: { xs: 2, md: 3 } } }}
      >
        {columnsOf(reference, fields)}
      </DataTable>
    </ReferenceManyField>
  </Card>
);

const title = words('title', { wide: true });
const days = [count('number', { label: 'Day' }), title, count('stopsCount', { label: 'Stops' }), when('updatedAt', { label: 'Changed' })];
const stops = [title, words('addressCity', { label: 'City' }), mark('state', suggestionStates)];
const posts = [
  words('text', { wide: true }),
  person('accountId', { label: 'Author' }),
  mark('hidden', hiddenStates, { label: 'Moderation' }),
  when('createdAt', { label: 'Written' }),
];

/** Days, stops and posts of a story. */
export const Parts = () => (
  <>
    <Part
      title="Days"
      reference="days"
      sort={{ field: 'number', order: 'ASC' }}
      fields={days}
      query={({ itineraryId }) => `itineraryId=${itineraryId}`}
    />
    <Part title="Stops" reference="stops" sort={{ field: 'index', order: 'ASC' }} fields={stops} />
    <Part title="Posts" reference="posts" sort={{ field: 'createdAt', order: 'DESC' }} fields={posts} />
  </>
);
