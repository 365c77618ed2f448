import { TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { CreatePage, EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { textField, timeField } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  textField('code', { small: 'secondary' }),
  textField('name', { small: 'primary' }),
  timeField('updatedAt', { label: 'Changed' }),
  textField('imageUrl', { label: 'Picture', only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['name', 'code']} actions={<MatchingActions />} bulk={<SelectedActions />} />;

export const show = () => <ShowPage facts={fields} />;

const picture = <TextInput source="imageUrl" label="Picture (address)" parse={(text: string) => text || null} />;

export const edit = () => (
  <EditPage>
    <TextInput source="name" />
    {picture}
  </EditPage>
);

export const create = () => (
  <CreatePage>
    <TextInput source="code" label="Code (two letters)" parse={(text: string) => text.toUpperCase()} />
    <TextInput source="name" />
    {picture}
  </CreatePage>
);
