import { ShowPage } from '../../detail/show-page.tsx';
import { count, custom, person, when, words } from '../../fields/field.tsx';
import { Picture } from '../../fields/picture.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  custom('url', <Picture source="url" large />, { label: 'Picture', only: 'show', wide: true }),
  words('filename', { label: 'Name', wide: true, small: 'primary' }),
  person('accountId', { label: 'Of', small: 'secondary' }),
  words('mimeType', { label: 'Type', hidden: true }),
  count('size', { label: 'Bytes' }),
  count('width', { only: 'show' }),
  count('height', { only: 'show' }),
  when('createdAt', { label: 'Uploaded', small: 'tertiary' }),
];

export const list = () => <ListPage fields={fields} filters={['filename', 'accountId']} />;

export const show = () => <ShowPage facts={fields} />;
