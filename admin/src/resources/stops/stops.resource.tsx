import { DataTable, NumberInput, ReferenceField, SelectInput, TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark, suggestionStates } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const state = <StateMark source="state" states={suggestionStates} />;
const story = <ReferenceField source="itineraryId" reference="itineraries" link="show" emptyText="–" />;

export const list = () => (
  <ListPage
    filters={filtersOf('stops', 'title', 'countryCode', 'state')}
    hidden={['updatedAt', 'origin']}
    small={{ primary: <Words source="title" lines={2} />, secondary: <Words source="addressCity" />, tertiary: state }}
  >
    <DataTable.Col source="title">
      <Words source="title" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="itineraryId" label="Story" disableSort>
      {story}
    </DataTable.Col>
    <DataTable.Col source="addressCity" label="City" disableSort>
      <Words source="addressCity" />
    </DataTable.Col>
    <DataTable.Col source="country.name" label="Country" disableSort>
      <Words source="country.name" />
    </DataTable.Col>
    <DataTable.Col source="state" disableSort>
      {state}
    </DataTable.Col>
    <DataTable.Col source="origin" disableSort />
    <DataTable.Col source="createdAt" label="Added">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed">
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage actions={<SiteLink path={({ itineraryId, id }) => `/itineraries/${itineraryId}/stops/${id}`} />}>
    <Facts>
      <Fact name="title" wide>
        <Words source="title" />
      </Fact>
      <Fact name="story">{story}</Fact>
      <Fact name="author">
        <Person source="accountId" />
      </Fact>
      <Fact name="state">{state}</Fact>
      <Fact name="place">
        <Words source="place.name" />
      </Fact>
      <Fact name="city">
        <Words source="addressCity" />
      </Fact>
      <Fact name="country">
        <Words source="country.name" />
      </Fact>
      <Fact name="added">
        <When source="createdAt" />
      </Fact>
      <Fact name="highlight" wide>
        <Words source="highlight" />
      </Fact>
      <Fact name="description" wide>
        <Words source="description" />
      </Fact>
    </Facts>
  </ShowPage>
);

const orNull = (text: string): string | null => text || null;

export const edit = () => (
  <EditPage>
    <TextInput source="title" />
    <TextInput source="highlight" parse={orNull} />
    <TextInput source="description" multiline minRows={4} parse={orNull} />
    <NumberInput source="durationMinutes" label="Planned stay, minutes" />
    <SelectInput
      source="state"
      choices={[
        { id: 'ACCEPTED', name: 'Accepted' },
        { id: 'SUGGESTED', name: 'Suggested' },
      ]}
    />
  </EditPage>
);
