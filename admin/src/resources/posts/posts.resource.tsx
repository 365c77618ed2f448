import { DataTable, ReferenceField, TextInput, useFieldValue } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { hiddenStates, StateMark } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';

const hidden = <StateMark source="hidden" states={hiddenStates} />;
const story = <ReferenceField source="itineraryId" reference="itineraries" link="show" emptyText="–" />;

/** The comment that a reply answers, which may be deleted by now. */
function RepliesTo() {
  const replyToId: unknown = useFieldValue({ source: 'replyToId' });
  if (!replyToId) return <span>–</span>;
  return (
    <ReferenceField source="replyToId" reference="posts" link="show" emptyText="(gone)">
      <Words source="text" lines={2} />
    </ReferenceField>
  );
}

export const list = () => (
  <ListPage
    filters={filtersOf('posts', 'hidden', 'createdAt')}
    actions={<MatchingActions flag="hidden" />}
    bulk={<SelectedActions flag="hidden" />}
    hidden={['postableType', 'replyToId']}
    small={{ primary: <Words source="text" lines={2} />, secondary: <Person source="accountId" />, tertiary: hidden }}
  >
    <DataTable.Col source="text" disableSort>
      <Words source="text" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="accountId" label="Author" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="itineraryId" label="Story" disableSort>
      {story}
    </DataTable.Col>
    <DataTable.Col source="postableType" label="On" disableSort />
    <DataTable.Col source="replyToId" label="Replies to" disableSort>
      <RepliesTo />
    </DataTable.Col>
    <DataTable.Col source="hidden" label="Moderation" disableSort>
      {hidden}
    </DataTable.Col>
    <DataTable.NumberCol source="likeCount" label="Likes" disableSort />
    <DataTable.Col source="createdAt" label="Written">
      <When source="createdAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage
    actions={
      <>
        <SiteLink path={({ itineraryId }) => `/itineraries/${itineraryId}`} />
        <FlagButton flag="hidden" />
      </>
    }
  >
    <Facts>
      <Fact name="text" wide>
        <Words source="text" />
      </Fact>
      <Fact name="author">
        <Person source="accountId" />
      </Fact>
      <Fact name="story">{story}</Fact>
      <Fact name="repliesTo">
        <RepliesTo />
      </Fact>
      <Fact name="moderation">{hidden}</Fact>
      <Fact name="likes">
        <Words source="likeCount" />
      </Fact>
      <Fact name="written">
        <When source="createdAt" />
      </Fact>
    </Facts>
    <History of="posts" />
  </ShowPage>
);

export const edit = () => (
  <EditPage>
    <TextInput source="text" multiline minRows={3} />
  </EditPage>
);
