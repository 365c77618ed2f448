import { Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, Pagination, ReferenceManyField, type SortPayload } from 'react-admin';
import type { ResourceName } from '../../catalogue/catalogue.ts';
import { hiddenStates, StateMark, suggestionStates } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';

interface PartProps {
  title: string;
  reference: ResourceName;
  sort: SortPayload;
  /** Query of the page of one of them. */
  query?: (record: Readonly<Record<string, unknown>>) => string;
  children: ReactNode;
}

const Part = ({ title, reference, sort, query, children }: PartProps) => (
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
        {children}
      </DataTable>
    </ReferenceManyField>
  </Card>
);

/** What a story is made of, and what was said of it. */
export const Parts = () => (
  <>
    <Part title="Days" reference="days" sort={{ field: 'number', order: 'ASC' }} query={({ itineraryId }) => `itineraryId=${itineraryId}`}>
      <DataTable.NumberCol source="number" label="Day" />
      <DataTable.Col source="title">
        <Words source="title" lines={2} />
      </DataTable.Col>
      <DataTable.NumberCol source="stopsCount" label="Stops" disableSort />
      <DataTable.Col source="updatedAt" label="Changed">
        <When source="updatedAt" />
      </DataTable.Col>
    </Part>
    <Part title="Stops" reference="stops" sort={{ field: 'index', order: 'ASC' }}>
      <DataTable.Col source="title">
        <Words source="title" lines={2} />
      </DataTable.Col>
      <DataTable.Col source="addressCity" label="City" disableSort>
        <Words source="addressCity" />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateMark source="state" states={suggestionStates} />
      </DataTable.Col>
    </Part>
    <Part title="Posts" reference="posts" sort={{ field: 'createdAt', order: 'DESC' }}>
      <DataTable.Col source="text" disableSort>
        <Words source="text" lines={2} />
      </DataTable.Col>
      <DataTable.Col source="accountId" label="Author" disableSort>
        <Person source="accountId" />
      </DataTable.Col>
      <DataTable.Col source="hidden" label="Moderation" disableSort>
        <StateMark source="hidden" states={hiddenStates} />
      </DataTable.Col>
      <DataTable.Col source="createdAt" label="Written">
        <When source="createdAt" />
      </DataTable.Col>
    </Part>
  </>
);
