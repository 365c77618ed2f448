import { Card } from '@mui/material';
import { FunctionField, useRecordContext } from 'react-admin';
import { JobProgress } from '../../bulk/job-progress.tsx';
import { conditionTextsOf } from '../../data/filter-values.ts';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, customField, personField, stateField, textField, timeField } from '../../fields/field.tsx';
import type { StateLabels } from '../../fields/mark.tsx';
import { ListPage } from '../../list/list-page.tsx';

const states: StateLabels = {
  running: ['At work', 'warn'],
  cancelling: ['Stopping', 'warn'],
  cancelled: ['Stopped', 'plain'],
  completed: ['Done', 'good'],
  failed: ['Failed', 'bad'],
};
const what = <FunctionField render={({ operation, collection }) => `${operation === 'DELETE' ? 'Delete' : 'Change'} ${collection}`} />;
const filter = <FunctionField render={({ filter }) => conditionTextsOf(filter).join(' · ')} />;
const changes = <FunctionField render={({ changes }) => (changes ? JSON.stringify(changes) : '–')} />;

// State and counts are list columns only, because the page of a job shows them in `JobProgress`.
const fields = [
  timeField('createdAt', { label: 'Begun' }),
  timeField('endedAt', { label: 'Ended', only: 'show' }),
  customField('collection', what, { label: 'What', small: 'primary' }),
  customField('filter', filter, { label: 'Which', wide: true }),
  personField('accountId', { label: 'By', empty: 'The product', small: 'secondary' }),
  stateField('state', states, { only: 'list', small: 'tertiary' }),
  countField('matched', { only: 'list' }),
  countField('changed', { label: 'Done', only: 'list' }),
  countField('failed', { label: 'Refused', only: 'list' }),
  customField('changes', changes, { only: 'show', wide: true }),
  textField('id', { only: 'show', wide: true }),
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
