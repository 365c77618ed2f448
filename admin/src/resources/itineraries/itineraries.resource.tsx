import { Card, Typography } from '@mui/material';
import { DataTable, Pagination, ReferenceManyField, SelectInput, type SortPayload, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import type { ResourceName } from '../../catalogue/catalogue.ts';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { columnsOf, countField, type Field, personField, stateField, textField, timeField } from '../../fields/field.tsx';
import { hiddenStates, suggestionStates, visibilityStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';

const fields = [
  textField('title', { wide: true, small: 'primary' }),
  personField('accountId', { label: 'Author', small: 'secondary' }),
  stateField('visibility', visibilityStates),
  stateField('hidden', hiddenStates, { label: 'Moderation', small: 'tertiary' }),
  textField('hiddenReason', { label: 'Reason for hiding', only: 'show' }),
  countField('daysCount', { label: 'Days', only: 'list', hidden: true }),
  countField('stopsCount', { label: 'Stops', only: 'list' }),
  countField('likeCount', { label: 'Likes' }),
  timeField('createdAt', { label: 'Begun' }),
  timeField('updatedAt', { label: 'Changed', hidden: true }),
  textField('shortDescription', { only: 'show', wide: true }),
  textField('description', { only: 'show', wide: true }),
];

export const list = () => (
  <ListPage fields={fields} filters={['title', 'visibility']} actions={<MatchingActions flag="hidden" />} bulk={<SelectedActions flag="hidden" />} />
);

export const show = () => (
  <ShowPage
    facts={fields}
    actions={
      <>
        <SiteLink path={({ id }) => `/itineraries/${id}`} />
        <FlagButton flag="hidden" />
      </>
    }
  >
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

interface PartProps {
  title: string;
  reference: ResourceName;
  sort: SortPayload;
  fields: readonly Field[];
  /** Query string for the page of a record, with the ids of its parents. */
  query?: (record: Readonly<Record<string, unknown>>) => string;
}

const Part = ({ title, reference, sort, fields, query }: PartProps) => (
  <Card component="section" sx={{ overflow: 'hidden' }}>
    <Typography variant="h6" component="h2" sx={{ px: { xs: 2, md: 3 }, pt: 2, pb: 1 }}>
      {title}
    </Typography>
    <ReferenceManyField reference={reference} target="itineraryId" sort={sort} perPage={25} pagination={<Pagination rowsPerPageOptions={[]} />}>
      <DataTable
        bulkActionButtons={false}
        rowClick={query ? (id, resource, record) => `/${resource}/${id}/show?${query(record)}` : 'show'}
        sx={{ overflowX: 'auto', '& tr > :first-of-type': { pl: { xs: 2, md: 3 } } }}
      >
        {columnsOf(reference, fields)}
      </DataTable>
    </ReferenceManyField>
  </Card>
);

const title = textField('title', { wide: true });
const days = [
  countField('number', { label: 'Day' }),
  title,
  countField('stopsCount', { label: 'Stops' }),
  timeField('updatedAt', { label: 'Changed' }),
];
const stops = [title, textField('addressCity', { label: 'City' }), stateField('state', suggestionStates)];
const posts = [
  textField('text', { wide: true }),
  personField('accountId', { label: 'Author' }),
  stateField('hidden', hiddenStates, { label: 'Moderation' }),
  timeField('createdAt', { label: 'Written' }),
];

/** Days, stops and posts of a story. */
const Parts = () => (
  <>
    <Part
      title="Days"
      reference="days"
      sort={{ field: 'number', order: 'ASC' }}
      fields={days}
      query={({ itineraryId }) => `itineraryId=${itineraryId}`}
    />
    <Part title="Stops" reference="stops" sort={{ field: 'index', order: 'ASC' }} fields={stops} />
    <Part title="Posts" reference="posts" sort={{ field: 'createdAt', order: 'DESC' }} fields={posts} />
  </>
);
