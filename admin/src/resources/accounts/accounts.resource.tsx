import { DataTable, TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark, suspendedStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';
import { CreditLedger } from './credit-ledger.tsx';

const standing = <StateMark source="suspended" states={suspendedStates} />;

export const list = () => (
  <ListPage
    filters={filtersOf('accounts', 'userName', 'suspended')}
    actions={<MatchingActions flag="suspended" />}
    bulk={<SelectedActions flag="suspended" />}
    hidden={['updatedAt', 'aboutMe']}
    small={{ primary: <Words source="userName" empty="No name yet" />, secondary: standing, tertiary: <When source="createdAt" /> }}
  >
    <DataTable.Col source="userName">
      <Words source="userName" empty="No name yet" />
    </DataTable.Col>
    <DataTable.Col source="suspended" label="Standing" disableSort>
      {standing}
    </DataTable.Col>
    <DataTable.Col source="aboutMe" disableSort>
      <Words source="aboutMe" lines={2} />
    </DataTable.Col>
    <DataTable.NumberCol source="followersCount" label="Followers" />
    <DataTable.NumberCol source="followingCount" label="Following" disableSort />
    <DataTable.Col source="createdAt" label="Joined">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed">
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage
    actions={
      <>
        <SiteLink path={({ id }) => `/users/${id}`} />
        <FlagButton flag="suspended" />
      </>
    }
  >
    <Facts>
      <Fact name="userName">
        <Words source="userName" empty="No name yet" />
      </Fact>
      <Fact name="standing">{standing}</Fact>
      <Fact name="suspendedUntil">
        <When source="suspendedUntil" />
      </Fact>
      <Fact name="suspensionReason">
        <Words source="suspensionReason" />
      </Fact>
      <Fact name="email">
        <Words source="email" />
      </Fact>
      <Fact name="credits">
        <Words source="credits" />
      </Fact>
      <Fact name="orders">
        <Words source="ordersCount" />
      </Fact>
      <Fact name="followers">
        <Words source="followersCount" />
      </Fact>
      <Fact name="following">
        <Words source="followingCount" />
      </Fact>
      <Fact name="joined">
        <When source="createdAt" />
      </Fact>
      <Fact name="aboutMe" wide>
        <Words source="aboutMe" />
      </Fact>
    </Facts>
    <CreditLedger />
    <History of="accounts" />
  </ShowPage>
);

export const edit = () => (
  <EditPage>
    <TextInput source="userName" />
    <TextInput source="aboutMe" multiline minRows={3} parse={(text: string) => text || null} />
    <TextInput source="avatarUrl" label="Picture (address)" parse={(text: string) => text || null} />
  </EditPage>
);
