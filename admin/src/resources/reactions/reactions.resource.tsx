import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { custom, person, when, words } from '../../fields/field.tsx';
import { Thing } from '../../fields/thing.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  person('accountId', { label: 'Who', small: 'primary' }),
  words('reactionType', { label: 'What', small: 'tertiary' }),
  custom('reactableId', <Thing type="reactableType" id="reactableId" />, { label: 'To', small: 'secondary' }),
  when('createdAt', { label: 'When' }),
];

export const list = () => (
  <ListPage fields={fields} filters={['reactionType', 'reactableType', 'createdAt']} actions={<MatchingActions />} bulk={<SelectedActions />} />
);

export const show = () => <ShowPage facts={fields} />;
