import { TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { count, when, words } from '../../fields/field.tsx';

const fields = [
  count('number'),
  count('stopsCount', { label: 'Stops' }),
  when('updatedAt', { label: 'Changed' }),
  words('title', { wide: true }),
  words('description', { wide: true }),
];

export const show = () => <ShowPage facts={fields} />;

const orNull = (text: string): string | null => text || null;

export const edit = () => (
  <EditPage>
    <TextInput source="title" parse={orNull} />
    <TextInput source="description" multiline minRows={4} parse={orNull} />
  </EditPage>
);
