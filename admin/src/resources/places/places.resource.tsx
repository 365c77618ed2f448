import { DataTable, NumberInput, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { CreatePage, EditPage } from '../../detail/edit-page.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

export const list = () => (
  <ListPage
    filters={filtersOf('places', 'name', 'featureType')}
    actions={<MatchingActions />}
    bulk={<SelectedActions />}
    hidden={['mapboxId', 'updatedAt']}
    small={{ primary: <Words source="name" />, secondary: <Words source="placeName" /> }}
  >
    <DataTable.Col source="name">
      <Words source="name" />
    </DataTable.Col>
    <DataTable.Col source="address.city" label="City" disableSort>
      <Words source="address.city" />
    </DataTable.Col>
    <DataTable.Col source="address.countryName" label="Country" disableSort>
      <Words source="address.countryName" />
    </DataTable.Col>
    <DataTable.Col source="featureType" label="Kind" disableSort />
    <DataTable.Col source="mapboxId" label="Id in the search" disableSort />
    <DataTable.Col source="createdAt" label="Added">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed">
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="name">
        <Words source="name" />
      </Fact>
      <Fact name="kind">
        <Words source="featureType" />
      </Fact>
      <Fact name="city">
        <Words source="address.city" />
      </Fact>
      <Fact name="country">
        <Words source="address.countryName" />
      </Fact>
      <Fact name="latitude">
        <Words source="coordinates.latitude" />
      </Fact>
      <Fact name="longitude">
        <Words source="coordinates.longitude" />
      </Fact>
      <Fact name="changed">
        <When source="updatedAt" />
      </Fact>
      <Fact name="withItsSurroundings" wide>
        <Words source="placeName" />
      </Fact>
    </Facts>
  </ShowPage>
);

const orNull = (text: string): string | null => text || null;

const fields = (
  <>
    <TextInput source="name" />
    <TextInput source="placeName" label="Name with its surroundings" parse={orNull} />
    <TextInput source="featureType" label="Kind" parse={orNull} />
    <NumberInput source="coordinates.latitude" label="Latitude" />
    <NumberInput source="coordinates.longitude" label="Longitude" />
  </>
);

export const edit = () => <EditPage>{fields}</EditPage>;
export const create = () => <CreatePage>{fields}</CreatePage>;
