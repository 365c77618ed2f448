import { FunctionField, ReferenceField } from 'react-admin';
import { ShowPage } from '../../detail/show-page.tsx';
import { customField, personField, textField, timeField } from '../../fields/field.tsx';
import { RecordReference } from '../../fields/thing.tsx';
import { humanize } from '../../lib/humanize.ts';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  timeField('at', { label: 'When', small: 'tertiary' }),
  personField('actorId', { label: 'Who', empty: 'The product', small: 'secondary' }),
  textField('role', { label: 'As' }),
  customField('action', <FunctionField render={({ action }) => humanize(String(action))} />, { label: 'What', small: 'primary' }),
  customField('subjectId', <RecordReference type="subjectType" id="subjectId" />, { label: 'Of what' }),
  customField('fields', <FunctionField render={({ fields }) => (Array.isArray(fields) ? fields.join(', ') : '')} />),
  customField('jobId', <ReferenceField source="jobId" reference="jobs" link="show" emptyText="–" />, { label: 'Job' }),
];

export const list = () => <ListPage fields={fields} filters={['action', 'subjectType', 'at']} />;

export const show = () => <ShowPage facts={fields} />;
