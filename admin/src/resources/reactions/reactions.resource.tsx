import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { customField, personField, textField, timeField } from '../../fields/field.tsx';
import { RecordReference } from '../../fields/thing.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  personField('accountId', { label: 'Who', small: 'primary' }),
  textField('reactionType', { label: 'What', small: 'tertiary' }),
  customField('reactableId', <RecordReference type="reactableType" id="reactableId" />, { label: 'To', small: 'secondary' }),
  timeField('createdAt', { label: 'When' }),
];

export const list = () => (
  <ListPage fields={fields} filters={['reactionType', 'reactableType', 'createdAt']} actions={<MatchingActions />} bulk={<SelectedActions />} />
);

export const show = () => <ShowPage facts={fields} />;
