import { ReferenceField, TextInput, useFieldValue } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, customField, personField, stateField, textField, timeField, UserText } from '../../fields/field.tsx';
import { hiddenStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';

/** The comment above a reply, which may be deleted. */
function RepliesTo() {
  const replyToId: unknown = useFieldValue({ source: 'replyToId' });
  if (!replyToId) return <span>–</span>;
  return (
    <ReferenceField source="replyToId" reference="posts" link="show" emptyText="(gone)">
      <UserText source="text" lines={2} />
    </ReferenceField>
  );
}

const fields = [
  textField('text', { wide: true, small: 'primary' }),
  personField('accountId', { label: 'Author', small: 'secondary' }),
  customField('itineraryId', <ReferenceField source="itineraryId" reference="itineraries" link="show" emptyText="–" />, { label: 'Story' }),
  textField('postableType', { label: 'On', only: 'list', hidden: true }),
  customField('replyToId', <RepliesTo />, { label: 'Replies to', hidden: true }),
  stateField('hidden', hiddenStates, { label: 'Moderation', small: 'tertiary' }),
  countField('likeCount', { label: 'Likes' }),
  timeField('createdAt', { label: 'Written' }),
];

export const list = () => (
  <ListPage fields={fields} filters={['hidden', 'createdAt']} actions={<MatchingActions flag="hidden" />} bulk={<SelectedActions flag="hidden" />} />
);

export const show = () => (
  <ShowPage
    facts={fields}
    actions={
      <>
        <SiteLink path={({ itineraryId }) => `/itineraries/${itineraryId}`} />
        <FlagButton flag="hidden" />
      </>
    }
  >
    <History of="posts" />
  </ShowPage>
);

export const edit = () => (
  <EditPage>
    <TextInput source="text" multiline minRows={3} />
  </EditPage>
);
