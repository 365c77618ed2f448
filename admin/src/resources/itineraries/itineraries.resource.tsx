import { DataTable, SelectInput, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { hiddenStates, StateMark, visibilityStates } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';
import { Parts } from './parts.tsx';

const visibility = <StateMark source="visibility" states={visibilityStates} />;
const hidden = <StateMark source="hidden" states={hiddenStates} />;

export const list = () => (
  <ListPage
    filters={filtersOf('itineraries', 'title', 'visibility')}
    actions={<MatchingActions flag="hidden" />}
    bulk={<SelectedActions flag="hidden" />}
    hidden={['updatedAt', 'daysCount']}
    small={{ primary: <Words source="title" lines={2} />, secondary: <Person source="accountId" />, tertiary: hidden }}
  >
    <DataTable.Col source="title">
      <Words source="title" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="accountId" label="Author" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="visibility" disableSort>
      {visibility}
    </DataTable.Col>
    <DataTable.Col source="hidden" label="Moderation" disableSort>
      {hidden}
    </DataTable.Col>
    <DataTable.NumberCol source="daysCount" label="Days" />
    <DataTable.NumberCol source="stopsCount" label="Stops" />
    <DataTable.NumberCol source="likeCount" label="Likes" />
    <DataTable.Col source="createdAt" label="Begun">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed">
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
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
    <Facts>
      <Fact name="title" wide>
        <Words source="title" />
      </Fact>
      <Fact name="author">
        <Person source="accountId" />
      </Fact>
      <Fact name="visibility">{visibility}</Fact>
      <Fact name="moderation">{hidden}</Fact>
      <Fact name="reasonForHiding">
        <Words source="hiddenReason" />
      </Fact>
      <Fact name="likes">
        <Words source="likeCount" />
      </Fact>
      <Fact name="begun">
        <When source="createdAt" />
      </Fact>
      <Fact name="changed">
        <When source="updatedAt" />
      </Fact>
      <Fact name="shortDescription" wide>
        <Words source="shortDescription" />
      </Fact>
      <Fact name="description" wide>
        <Words source="description" />
      </Fact>
    </Facts>
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
