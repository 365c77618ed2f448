import { ShowPage } from '../../detail/show-page.tsx';
import { count, custom, when, words } from '../../fields/field.tsx';
import { Picture } from '../../fields/picture.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  custom('thumbnailUrl', <Picture source="thumbnailUrl" />, {
    ...{ label: 'Picture', wide: true, small: 'tertiary' },
    fact: <Picture source="previewUrl" large />,
  }),
  words('description', { wide: true, small: 'primary' }),
  words('authorName', { label: 'By', only: 'list', small: 'secondary' }),
  words('attribution', { only: 'show', wide: true }),
  words('source'),
  count('width', { hidden: true }),
  count('height', { only: 'show' }),
  when('createdAt', { label: 'Added' }),
  words('url', { label: 'Address', only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['source', 'description']} />;

export const show = () => <ShowPage facts={fields} />;
