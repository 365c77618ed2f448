import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { personField, stateField, timeField } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  personField('followerId', { label: 'Who', small: 'primary' }),
  personField('followingId', { label: 'Follows', small: 'secondary' }),
  stateField('muted', { true: ['Muted', 'warn'], false: ['Not muted', 'plain'] }),
  timeField('createdAt', { label: 'Since', small: 'tertiary' }),
];

export const list = () => (
  <ListPage fields={fields} filters={['followerId', 'followingId', 'createdAt']} actions={<MatchingActions />} bulk={<SelectedActions />} />
);

export const show = () => <ShowPage facts={fields} />;
