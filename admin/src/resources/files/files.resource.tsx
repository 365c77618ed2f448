import { ShowPage } from '../../detail/show-page.tsx';
import { countField, customField, personField, textField, timeField } from '../../fields/field.tsx';
import { Picture } from '../../fields/picture.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  customField('url', <Picture source="url" large />, { label: 'Picture', only: 'show', wide: true }),
  textField('filename', { label: 'Name', wide: true, small: 'primary' }),
  personField('accountId', { label: 'Of', small: 'secondary' }),
  textField('mimeType', { label: 'Type', hidden: true }),
  countField('size', { label: 'Bytes' }),
  countField('width', { only: 'show' }),
  countField('height', { only: 'show' }),
  timeField('createdAt', { label: 'Uploaded', small: 'tertiary' }),
];

export const list = () => <ListPage fields={fields} filters={['filename', 'accountId']} />;

export const show = () => <ShowPage facts={fields} />;
