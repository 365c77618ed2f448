import { ReferenceField, SelectInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { customField, personField, stateField, textField, timeField, writtenFields, writtenInputs } from '../../fields/field.tsx';
import { suggestionStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  textField('title', { wide: true, small: 'primary' }),
  customField('itineraryId', <ReferenceField source="itineraryId" reference="itineraries" link="show" emptyText="–" />, { label: 'Story' }),
  personField('accountId', { label: 'Author', only: 'show' }),
  textField('place.name', { label: 'Place', only: 'show' }),
  textField('addressCity', { label: 'City', small: 'secondary' }),
  textField('country.name', { label: 'Country' }),
  stateField('state', suggestionStates, { small: 'tertiary' }),
  textField('origin', { hidden: true }),
  timeField('createdAt', { label: 'Added' }),
  timeField('updatedAt', { label: 'Changed', hidden: true }),
  ...writtenFields('stops').filter(({ source }) => source !== 'title'),
];

export const list = () => <ListPage fields={fields} filters={['title', 'countryCode', 'state']} />;

export const show = () => (
  <ShowPage facts={fields} actions={<SiteLink path={({ itineraryId, id }) => `/itineraries/${itineraryId}/stops/${id}`} />} />
);

export const edit = () => (
  <EditPage>
    {writtenInputs('stops')}
    <SelectInput
      source="state"
      choices={[
        { id: 'ACCEPTED', name: 'Accepted' },
        { id: 'SUGGESTED', name: 'Suggested' },
      ]}
    />
  </EditPage>
);
