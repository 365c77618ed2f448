import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { mark, person, when } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  person('followerId', { label: 'Who', small: 'primary' }),
  person('followingId', { label: 'Follows', small: 'secondary' }),
  mark('muted', { true: ['Muted', 'warn'], false: ['Not muted', 'plain'] }),
  when('createdAt', { label: 'Since', small: 'tertiary' }),
];

export const list = () => (
  <ListPage fields={fields} filters={['followerId', 'followingId', 'createdAt']} actions={<MatchingActions />} bulk={<SelectedActions />} />
);

export const show = () => <ShowPage facts={fields} />;
