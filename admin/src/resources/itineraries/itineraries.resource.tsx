import { SelectInput, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { Facts, ShowPage } from '../../detail/show-page.tsx';
import { count, mark, person, when, words } from '../../fields/field.tsx';
import { hiddenStates, visibilityStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';
import { Parts } from './parts.tsx';

const fields = [
  words('title', { wide: true, small: 'primary' }),
  person('accountId', { label: 'Author', small: 'secondary' }),
  mark('visibility', visibilityStates),
  mark('hidden', hiddenStates, { label: 'Moderation', small: 'tertiary' }),
  words('hiddenReason', { label: 'Reason for hiding', only: 'show' }),
  count('daysCount', { label: 'Days', only: 'list', hidden: true }),
  count('stopsCount', { label: 'Stops', only: 'list' }),
  count('likeCount', { label: 'Likes' }),
  when('createdAt', { label: 'Begun' }),
  when('updatedAt', { label: 'Changed', hidden: true }),
  words('shortDescription', { only: 'show', wide: true }),
  words('description', { only: 'show', wide: true }),
];

export const list = () => (
  <ListPage fields={fields} filters={['title', 'visibility']} actions={<MatchingActions flag="hidden" />} bulk={<SelectedActions flag="hidden" />} />
);

export const show = () => (
  <ShowPage
    actions={
      <>
        <SiteLink path={({ id }) => `/itineraries/${id}`} />
        <FlagButton flag="hidden" />
      </>
    }
  >
    <Facts of={fields} />
    <Parts />
    <History of="itineraries" />
  </ShowPage>
);

const visibilities = Object.entries(visibilityStates).map(([id, [name]]) => ({ id, name }));
const orNull = (text: string): string | null => text || null;

export const edit = () => (
  <EditPage>
    <TextInput source="title" />
    <SelectInput source="visibility" choices={visibilities} />
    <TextInput source="shortDescription" multiline parse={orNull} />
    <TextInput source="description" multiline minRows={4} parse={orNull} />
  </EditPage>
);
