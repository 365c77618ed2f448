import { TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, textField, timeField } from '../../fields/field.tsx';

const fields = [
  countField('number'),
  countField('stopsCount', { label: 'Stops' }),
  timeField('updatedAt', { label: 'Changed' }),
  textField('title', { wide: true }),
  textField('description', { wide: true }),
];

export const show = () => <ShowPage facts={fields} />;

const orNull = (text: string): string | null => text || null;

export const edit = () => (
  <EditPage>
    <TextInput source="title" parse={orNull} />
    <TextInput source="description" multiline minRows={4} parse={orNull} />
  </EditPage>
);
