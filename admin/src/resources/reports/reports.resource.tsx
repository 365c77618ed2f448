import { SelectInput, TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { customField, personField, stateField, textField, timeField } from '../../fields/field.tsx';
import type { StateLabels } from '../../fields/mark.tsx';
import { RecordReference } from '../../fields/thing.tsx';
import { ListPage } from '../../list/list-page.tsx';

const states: StateLabels = { open: ['Open', 'warn'], resolved: ['Resolved', 'good'], dismissed: ['Dismissed', 'plain'] };

const fields = [
  textField('reason', { small: 'primary' }),
  customField('reportableId', <RecordReference type="reportableType" id="reportableId" />, { label: 'About', small: 'secondary' }),
  textField('text', { wide: true }),
  personField('accountId', { label: 'By' }),
  stateField('state', states, { small: 'tertiary' }),
  personField('moderatorId', { label: 'Judged by', hidden: true }),
  timeField('createdAt', { label: 'Filed' }),
  timeField('updatedAt', { label: 'Changed', hidden: true }),
  textField('note', { only: 'show', wide: true }),
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
