import { TextInput } from 'react-admin';
import { MatchingActions } from '../../bulk/matching-actions.tsx';
import { SelectedActions } from '../../bulk/selected-actions.tsx';
import { EditPage } from '../../detail/edit-page.tsx';
import { History } from '../../detail/history/history.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, stateField, textField, timeField } from '../../fields/field.tsx';
import { suspendedStates } from '../../fields/mark.tsx';
import { SiteLink } from '../../fields/site-link.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { FlagButton } from '../../moderation/flag-button.tsx';
import { CreditLedger } from './credit-ledger.tsx';

const fields = [
  textField('userName', { empty: 'No name yet', small: 'primary' }),
  stateField('suspended', suspendedStates, { label: 'Standing', small: 'secondary' }),
  timeField('suspendedUntil', { only: 'show' }),
  textField('suspensionReason', { only: 'show' }),
  textField('email', { only: 'show' }),
  countField('credits', { only: 'show' }),
  countField('ordersCount', { label: 'Orders', only: 'show' }),
  textField('aboutMe', { hidden: true, wide: true }),
  countField('followersCount', { label: 'Followers' }),
  countField('followingCount', { label: 'Following' }),
  timeField('createdAt', { label: 'Joined', small: 'tertiary' }),
  timeField('updatedAt', { label: 'Changed', only: 'list', hidden: true }),
];

export const list = () => (
  <ListPage
    fields={fields}
    filters={['userName', 'suspended']}
    actions={<MatchingActions flag="suspended" />}
    bulk={<SelectedActions flag="suspended" />}
  />
);

export const show = () => (
  <ShowPage
    facts={fields}
    actions={
      <>
        <SiteLink path={({ id }) => `/users/${id}`} />
        <FlagButton flag="suspended" />
      </>
    }
  >
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
