import { DataTable } from 'react-admin';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { Picture } from '../../fields/picture.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

export const list = () => (
  <ListPage
    filters={filtersOf('images', 'source', 'description')}
    hidden={['width']}
    small={{
      primary: <Words source="description" lines={2} />,
      secondary: <Words source="authorName" />,
      tertiary: <Picture source="thumbnailUrl" />,
    }}
  >
    <DataTable.Col source="thumbnailUrl" label="Picture" disableSort>
      <Picture source="thumbnailUrl" />
    </DataTable.Col>
    <DataTable.Col source="description" disableSort>
      <Words source="description" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="authorName" label="By" disableSort>
      <Words source="authorName" />
    </DataTable.Col>
    <DataTable.Col source="source" disableSort />
    <DataTable.NumberCol source="width" disableSort />
    <DataTable.Col source="createdAt" label="Added">
      <When source="createdAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="picture" wide>
        <Picture source="previewUrl" large />
      </Fact>
      <Fact name="description" wide>
        <Words source="description" />
      </Fact>
      <Fact name="attribution" wide>
        <Words source="attribution" />
      </Fact>
      <Fact name="source">
        <Words source="source" />
      </Fact>
      <Fact name="width">
        <Words source="width" />
      </Fact>
      <Fact name="height">
        <Words source="height" />
      </Fact>
      <Fact name="added">
        <When source="createdAt" />
      </Fact>
      <Fact name="address" wide>
        <Words source="url" />
      </Fact>
    </Facts>
  </ShowPage>
);
