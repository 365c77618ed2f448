import { DataTable } from 'react-admin';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { Person } from '../../fields/person.tsx';
import { Picture } from '../../fields/picture.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

export const list = () => (
  <ListPage
    filters={filtersOf('files', 'filename', 'accountId')}
    hidden={['mimeType']}
    small={{ primary: <Words source="filename" lines={2} />, secondary: <Person source="accountId" />, tertiary: <When source="createdAt" /> }}
  >
    <DataTable.Col source="filename" label="Name" disableSort>
      <Words source="filename" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="accountId" label="Of" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="mimeType" label="Type" disableSort />
    <DataTable.NumberCol source="size" label="Bytes" />
    <DataTable.Col source="createdAt" label="Uploaded">
      <When source="createdAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="picture" wide>
        <Picture source="url" large />
      </Fact>
      <Fact name="name" wide>
        <Words source="filename" />
      </Fact>
      <Fact name="of">
        <Person source="accountId" />
      </Fact>
      <Fact name="type">
        <Words source="mimeType" />
      </Fact>
      <Fact name="bytes">
        <Words source="size" />
      </Fact>
      <Fact name="width">
        <Words source="width" />
      </Fact>
      <Fact name="height">
        <Words source="height" />
      </Fact>
      <Fact name="uploaded">
        <When source="createdAt" />
      </Fact>
    </Facts>
  </ShowPage>
);
