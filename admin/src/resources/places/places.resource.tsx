import { NumberInput, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { CreatePage, EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { textField, timeField } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  textField('name', { small: 'primary' }),
  textField('featureType', { label: 'Kind' }),
  textField('address.city', { label: 'City' }),
  textField('address.countryName', { label: 'Country' }),
  textField('coordinates.latitude', { label: 'Latitude', only: 'show' }),
  textField('coordinates.longitude', { label: 'Longitude', only: 'show' }),
  textField('mapboxId', { label: 'Id in the search', only: 'list', hidden: true }),
  timeField('createdAt', { label: 'Added', only: 'list' }),
  timeField('updatedAt', { label: 'Changed', hidden: true }),
  textField('placeName', { label: 'With its surroundings', only: 'show', wide: true, small: 'secondary' }),
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
