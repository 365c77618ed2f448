import { ReferenceField, SelectInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { custom, mark, person, when, words, writtenFields, writtenInputs } from '../../fields/field.tsx';
import { suggestionStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';

const fields = [
  words('title', { wide: true, small: 'primary' }),
  custom('itineraryId', <ReferenceField source="itineraryId" reference="itineraries" link="show" emptyText="–" />, { label: 'Story' }),
  person('accountId', { label: 'Author', only: 'show' }),
  words('place.name', { label: 'Place', only: 'show' }),
  words('addressCity', { label: 'City', small: 'secondary' }),
  words('country.name', { label: 'Country' }),
  mark('state', suggestionStates, { small: 'tertiary' }),
  words('origin', { hidden: true }),
  when('createdAt', { label: 'Added' }),
  when('updatedAt', { label: 'Changed', hidden: true }),
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
