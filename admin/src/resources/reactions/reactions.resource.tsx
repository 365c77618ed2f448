import { DataTable } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { Person } from '../../fields/person.tsx';
import { Thing } from '../../fields/thing.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const thing = <Thing type="reactableType" id="reactableId" />;

export const list = () => (
  <ListPage
    filters={filtersOf('reactions', 'reactionType', 'reactableType', 'createdAt')}
    actions={<MatchingActions />}
    bulk={<SelectedActions />}
    small={{ primary: <Person source="accountId" />, secondary: thing, tertiary: <Words source="reactionType" /> }}
  >
    <DataTable.Col source="accountId" label="Who" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="reactionType" label="What" disableSort />
    <DataTable.Col source="reactableId" label="To" disableSort>
      {thing}
    </DataTable.Col>
    <DataTable.Col source="createdAt" label="When">
      <When source="createdAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="who">
        <Person source="accountId" />
      </Fact>
      <Fact name="what">
        <Words source="reactionType" />
      </Fact>
      <Fact name="to">{thing}</Fact>
      <Fact name="when">
        <When source="createdAt" />
      </Fact>
    </Facts>
  </ShowPage>
);
