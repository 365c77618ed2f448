import { SelectInput, TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { custom, mark, person, when, words } from '../../fields/field.tsx';
import type { States } from '../../fields/mark.tsx';
import { Thing } from '../../fields/thing.tsx';
import { ListPage } from '../../list/list-page.tsx';

const states: States = { open: ['Open', 'warn'], resolved: ['Resolved', 'good'], dismissed: ['Dismissed', 'plain'] };

const fields = [
  words('reason', { small: 'primary' }),
  custom('reportableId', <Thing type="reportableType" id="reportableId" />, { label: 'About', small: 'secondary' }),
  words('text', { wide: true }),
  person('accountId', { label: 'By' }),
  mark('state', states, { small: 'tertiary' }),
  person('moderatorId', { label: 'Judged by', hidden: true }),
  when('createdAt', { label: 'Filed' }),
  when('updatedAt', { label: 'Changed', hidden: true }),
  words('note', { only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['state', 'reason', 'reportableType']} />;

export const show = () => <ShowPage facts={fields} />;

const choices = Object.entries(states).map(([id, [name]]) => ({ id, name }));

export const edit = () => (
  <EditPage>
    <SelectInput source="state" choices={choices} />
    <TextInput source="note" multiline minRows={3} helperText="For moderators who look at it next." parse={(text: string) => text || null} />
  </EditPage>
);
