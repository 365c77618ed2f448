import { Card } from '@mui/material';
import { DataTable, FunctionField, useRecordContext } from 'react-admin';
import { JobProgress } from '../../bulk/job-progress.tsx';
import { conditionsOf } from '../../data/filter-values.ts';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const state = (
  <StateMark
    source="state"
    states={{
      running: ['At work', 'warn'],
      cancelling: ['Stopping', 'warn'],
      cancelled: ['Stopped', 'plain'],
      completed: ['Done', 'good'],
      failed: ['Failed', 'bad'],
    }}
  />
);
const what = <FunctionField render={({ operation, collection }) => `${operation === 'DELETE' ? 'Delete' : 'Change'} ${collection}`} />;
const who = <Person source="accountId" empty="The product" />;
const filter = <FunctionField render={({ filter }) => conditionsOf(filter).join(' · ')} />;

export const list = () => (
  <ListPage filters={filtersOf('jobs', 'state', 'collection')} small={{ primary: what, secondary: who, tertiary: state }}>
    <DataTable.Col source="createdAt" label="Begun">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="collection" label="What" disableSort>
      {what}
    </DataTable.Col>
    <DataTable.Col source="filter" label="Which" disableSort>
      {filter}
    </DataTable.Col>
    <DataTable.Col source="accountId" label="By" disableSort>
      {who}
    </DataTable.Col>
    <DataTable.Col source="state" disableSort>
      {state}
    </DataTable.Col>
    <DataTable.NumberCol source="matched" disableSort />
    <DataTable.NumberCol source="changed" label="Done" disableSort />
    <DataTable.NumberCol source="failed" label="Refused" disableSort />
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Progress />
    <Facts>
      <Fact name="what">{what}</Fact>
      <Fact name="by">{who}</Fact>
      <Fact name="begun">
        <When source="createdAt" />
      </Fact>
      <Fact name="ended">
        <When source="endedAt" />
      </Fact>
      <Fact name="which" wide>
        {filter}
      </Fact>
      <Fact name="changes" wide>
        <FunctionField render={({ changes }) => (changes ? JSON.stringify(changes) : '–')} />
      </Fact>
      <Fact name="id" wide>
        <Words source="id" />
      </Fact>
    </Facts>
  </ShowPage>
);

function Progress() {
  const record = useRecordContext();
  return record ? (
    <Card component="section" sx={{ p: { xs: 2, md: 3 } }}>
      <JobProgress id={String(record.id)} />
    </Card>
  ) : null;
}
