import { NumberInput, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { CreatePage, EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { when, words } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  words('name', { small: 'primary' }),
  words('featureType', { label: 'Kind' }),
  words('address.city', { label: 'City' }),
  words('address.countryName', { label: 'Country' }),
  words('coordinates.latitude', { label: 'Latitude', only: 'show' }),
  words('coordinates.longitude', { label: 'Longitude', only: 'show' }),
  words('mapboxId', { label: 'Id in the search', only: 'list', hidden: true }),
  when('createdAt', { label: 'Added', only: 'list' }),
  when('updatedAt', { label: 'Changed', hidden: true }),
  words('placeName', { label: 'With its surroundings', only: 'show', wide: true, small: 'secondary' }),
];

export const list = () => <ListPage fields={fields} filters={['name', 'featureType']} actions={<MatchingActions />} bulk={<SelectedActions />} />;

export const show = () => <ShowPage facts={fields} />;

const orNull = (text: string): string | null => text || null;

const inputs = (
  <>
    <TextInput source="name" />
    <TextInput source="placeName" label="Name with its surroundings" parse={orNull} />
    <TextInput source="featureType" label="Kind" parse={orNull} />
    <NumberInput source="coordinates.latitude" label="Latitude" />
    <NumberInput source="coordinates.longitude" label="Longitude" />
  </>
);

export const edit = () => <EditPage>{inputs}</EditPage>;
export const create = () => <CreatePage>{inputs}</CreatePage>;
