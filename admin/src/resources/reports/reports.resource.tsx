import { DataTable, SelectInput, TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { Thing } from '../../fields/thing.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const state = <StateMark source="state" states={{ open: ['Open', 'warn'], resolved: ['Resolved', 'good'], dismissed: ['Dismissed', 'plain'] }} />;
const thing = <Thing type="reportableType" id="reportableId" />;

export const list = () => (
  <ListPage
    filters={filtersOf('reports', 'state', 'reason', 'reportableType')}
    hidden={['updatedAt', 'moderatorId']}
    small={{ primary: <Words source="reason" />, secondary: thing, tertiary: state }}
  >
    <DataTable.Col source="reason" disableSort />
    <DataTable.Col source="reportableId" label="About" disableSort>
      {thing}
    </DataTable.Col>
    <DataTable.Col source="text" disableSort>
      <Words source="text" lines={2} />
    </DataTable.Col>
    <DataTable.Col source="accountId" label="By" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="state" disableSort>
      {state}
    </DataTable.Col>
    <DataTable.Col source="moderatorId" label="Judged by" disableSort>
      <Person source="moderatorId" />
    </DataTable.Col>
    <DataTable.Col source="createdAt" label="Filed">
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
      <Fact name="about">{thing}</Fact>
      <Fact name="reason">
        <Words source="reason" />
      </Fact>
      <Fact name="state">{state}</Fact>
      <Fact name="by">
        <Person source="accountId" />
      </Fact>
      <Fact name="filed">
        <When source="createdAt" />
      </Fact>
      <Fact name="judgedBy">
        <Person source="moderatorId" />
      </Fact>
      <Fact name="text" wide>
        <Words source="text" />
      </Fact>
      <Fact name="note" wide>
        <Words source="note" />
      </Fact>
    </Facts>
  </ShowPage>
);

export const edit = () => (
  <EditPage>
    <SelectInput
      source="state"
      choices={[
        { id: 'open', name: 'Open' },
        { id: 'resolved', name: 'Resolved' },
        { id: 'dismissed', name: 'Dismissed' },
      ]}
    />
    <TextInput source="note" multiline minRows={3} helperText="For moderators who look at it next." parse={(text: string) => text || null} />
  </EditPage>
);
