import { DataTable, TextInput } from 'react-admin';
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
    filters={filtersOf('countries', 'name', 'code')}
    actions={<MatchingActions />}
    bulk={<SelectedActions />}
    small={{ primary: <Words source="name" />, secondary: <Words source="code" /> }}
  >
    <DataTable.Col source="code" />
    <DataTable.Col source="name">
      <Words source="name" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed" disableSort>
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="code">
        <Words source="code" />
      </Fact>
      <Fact name="name">
        <Words source="name" />
      </Fact>
      <Fact name="changed">
        <When source="updatedAt" />
      </Fact>
      <Fact name="picture" wide>
        <Words source="imageUrl" />
      </Fact>
    </Facts>
  </ShowPage>
);

const picture = <TextInput source="imageUrl" label="Picture (address)" parse={(text: string) => text || null} />;

export const edit = () => (
  <EditPage>
    <TextInput source="name" />
    {picture}
  </EditPage>
);

export const create = () => (
  <CreatePage>
    <TextInput source="code" label="Code (two letters)" parse={(text: string) => text.toUpperCase()} />
    <TextInput source="name" />
    {picture}
  </CreatePage>
);
