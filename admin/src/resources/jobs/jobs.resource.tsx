import { Card } from '@mui/material';
import { FunctionField, useRecordContext } from 'react-admin';
import { JobProgress } from '../../bulk/job-progress.tsx';
import { conditionsOf } from '../../data/filter-values.ts';
import { ShowPage } from '../../detail/show-page.tsx';
import { count, custom, mark, person, when, words } from '../../fields/field.tsx';
import type { States } from '../../fields/mark.tsx';
import { ListPage } from '../../list/list-page.tsx';

const states: States = {
  running: ['At work', 'warn'],
  cancelling: ['Stopping', 'warn'],
  cancelled: ['Stopped', 'plain'],
  completed: ['Done', 'good'],
  failed: ['Failed', 'bad'],
};
const what = <FunctionField render={({ operation, collection }) => `${operation === 'DELETE' ? 'Delete' : 'Change'} ${collection}`} />;
const filter = <FunctionField render={({ filter }) => conditionsOf(filter).join(' · ')} />;
const changes = <FunctionField render={({ changes }) => (changes ? JSON.stringify(changes) : '–')} />;

// State and counts are list columns only, because the page of a job shows them in `JobProgress`.
const fields = [
  when('createdAt', { label: 'Begun' }),
  when('endedAt', { label: 'Ended', only: 'show' }),
  custom('collection', what, { label: 'What', small: 'primary' }),
  custom('filter', filter, { label: 'Which', wide: true }),
  person('accountId', { label: 'By', empty: 'The product', small: 'secondary' }),
  mark('state', states, { only: 'list', small: 'tertiary' }),
  count('matched', { only: 'list' }),
  count('changed', { label: 'Done', only: 'list' }),
  count('failed', { label: 'Refused', only: 'list' }),
  custom('changes', changes, { only: 'show', wide: true }),
  words('id', { only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['state', 'collection']} />;

export const show = () => <ShowPage lead={<Progress />} facts={fields} />;

function Progress() {
  const record = useRecordContext();
  return record ? (
    <Card component="section" sx={{ p: { xs: 2, md: 3 } }}>
      <JobProgress id={String(record.id)} />
    </Card>
  ) : null;
}
