import { DataTable } from 'react-admin';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { Person } from '../../fields/person.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { Disclosure } from './disclosure.tsx';

export const list = () => (
  <ListPage
    filters={filtersOf('chats', 'accountId', 'lastMessageAt')}
    small={{ primary: <Person source="accountId" />, secondary: <When source="lastMessageAt" />, tertiary: <Words source="messagesCount" /> }}
  >
    <DataTable.Col source="accountId" label="Of" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.NumberCol source="messagesCount" label="Messages" />
    <DataTable.Col source="createdAt" label="Begun">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="lastMessageAt" label="Last message">
      <When source="lastMessageAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="of">
        <Person source="accountId" />
      </Fact>
      <Fact name="messages">
        <Words source="messagesCount" />
      </Fact>
      <Fact name="begun">
        <When source="createdAt" />
      </Fact>
      <Fact name="lastMessage">
        <When source="lastMessageAt" />
      </Fact>
    </Facts>
    <Disclosure />
  </ShowPage>
);
