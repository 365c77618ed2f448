import { DataTable } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark } from '../../fields/mark.tsx';
import { Person } from '../../fields/person.tsx';
import { When } from '../../fields/when.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const muted = <StateMark source="muted" states={{ true: ['Muted', 'warn'], false: ['Not muted', 'plain'] }} />;

export const list = () => (
  <ListPage
    filters={filtersOf('follows', 'followerId', 'followingId', 'createdAt')}
    actions={<MatchingActions />}
    bulk={<SelectedActions />}
    small={{ primary: <Person source="followerId" />, secondary: <Person source="followingId" />, tertiary: <When source="createdAt" /> }}
  >
    <DataTable.Col source="followerId" label="Who" disableSort>
      <Person source="followerId" />
    </DataTable.Col>
    <DataTable.Col source="followingId" label="Follows" disableSort>
      <Person source="followingId" />
    </DataTable.Col>
    <DataTable.Col source="muted" disableSort>
      {muted}
    </DataTable.Col>
    <DataTable.Col source="createdAt" label="Since">
      <When source="createdAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="who">
        <Person source="followerId" />
      </Fact>
      <Fact name="follows">
        <Person source="followingId" />
      </Fact>
      <Fact name="muted">{muted}</Fact>
      <Fact name="since">
        <When source="createdAt" />
      </Fact>
    </Facts>
  </ShowPage>
);
