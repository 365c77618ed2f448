import { FunctionField, ReferenceField } from 'react-admin';
import { ShowPage } from '../../detail/show-page.tsx';
import { custom, person, when, words } from '../../fields/field.tsx';
import { Thing } from '../../fields/thing.tsx';
import { humanize } from '../../lib/humanize.ts';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  when('at', { label: 'When', small: 'tertiary' }),
  person('actorId', { label: 'Who', empty: 'The product', small: 'secondary' }),
  words('role', { label: 'As' }),
  custom('action', <FunctionField render={({ action }) => humanize(String(action))} />, { label: 'What', small: 'primary' }),
  custom('subjectId', <Thing type="subjectType" id="subjectId" />, { label: 'Of what' }),
  custom('fields', <FunctionField render={({ fields }) => (Array.isArray(fields) ? fields.join(', ') : '')} />),
  custom('jobId', <ReferenceField source="jobId" reference="jobs" link="show" emptyText="–" />, { label: 'Job' }),
];

export const list = () => <ListPage fields={fields} filters={['action', 'subjectType', 'at']} />;

export const show = () => <ShowPage facts={fields} />;
