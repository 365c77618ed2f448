import { ShowPage } from '../../detail/show-page.tsx';
import { countField, customField, textField, timeField } from '../../fields/field.tsx';
import { Picture } from '../../fields/picture.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  customField('thumbnailUrl', <Picture source="thumbnailUrl" />, {
    ...{ label: 'Picture', wide: true, small: 'tertiary' },
    fact: <Picture source="previewUrl" large />,
  }),
  textField('description', { wide: true, small: 'primary' }),
  textField('authorName', { label: 'By', only: 'list', small: 'secondary' }),
  textField('attribution', { only: 'show', wide: true }),
  textField('source'),
  countField('width', { hidden: true }),
  countField('height', { only: 'show' }),
  timeField('createdAt', { label: 'Added' }),
  textField('url', { label: 'Address', only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['source', 'description']} />;

export const show = () => <ShowPage facts={fields} />;
