import { given } from '@waystory/infra/kit/given.ts';
import type { Viewer } from '@waystory/infra/kit/viewer.ts';
import { describe, test } from 'vitest';
import { accountStream } from './account.ts';
import { userNameStream } from './user-name.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const other = 'a0000000-0000-8000-8000-000000000002';
const me: Viewer = { accountId, roles: [] };
const created = { type: 'AccountCreated', data: { accountId } } as const;

describe('an account', () => {
  test('is created once, however often it is asked for', () => {
    given(accountStream, []).when({ type: 'CreateAccount', accountId }).then([created]).when({ type: 'CreateAccount', accountId }).then([]);
  });

  test('is changed by its owner and by admins', () => {
    const update = { type: 'UpdateAccount', accountId, changes: { aboutMe: 'Slow trains.' } } as const;
    const updated = { type: 'AccountUpdated', data: { accountId, changes: { aboutMe: 'Slow trains.' } } } as const;
    given(accountStream, [created])
      .when({ ...update, actor: me })
      .then([updated]);
    given(accountStream, [created])
      .when({ ...update, actor: { accountId: other, roles: ['admin'] } })
      .then([updated]);
    given(accountStream, [created])
      .when({ ...update, actor: { accountId: other, roles: ['moderator'] } })
      .rejects('account/not-yours');
    given(accountStream, [])
      .when({ ...update, actor: me })
      .rejects('account/unknown');
  });

  test('is suspended and let in again by moderators, who change nothing else', () => {
    const moderator: Viewer = { accountId: other, roles: ['moderator'] };
    const suspend = (suspended: boolean, actor: Viewer = moderator, more: object = {}) =>
      ({ type: 'UpdateAccount', accountId, changes: { suspended, ...more }, actor }) as const;
    given(accountStream, [created])
      .when(suspend(false))
      .then([])
      .when(suspend(true))
      .then([{ type: 'AccountSuspended', data: { accountId } }])
      .when(suspend(true))
      .then([])
      .when(suspend(false))
      .then([{ type: 'AccountReinstated', data: { accountId } }])
      .when(suspend(true, moderator, { aboutMe: 'x' }))
      .rejects('account/not-yours')
      .when(suspend(true, me))
      .rejects('account/only-moderators')
      .when(suspend(false, { accountId: other, roles: [] }))
      .rejects('account/only-moderators')
      .when(suspend(true, { ...me, roles: ['moderator'] }))
      .rejects('account/yourself')
      .when(suspend(true, { accountId: other, roles: ['admin'] }, { aboutMe: 'Removed.' }))
      .then([
        { type: 'AccountUpdated', data: { accountId, changes: { aboutMe: 'Removed.' } } },
        { type: 'AccountSuspended', data: { accountId } },
      ]);
    given(accountStream, []).when(suspend(true)).rejects('account/unknown');
  });

  test('is gone after it was deleted, and can be made anew', () => {
    given(accountStream, [created])
      .when({ type: 'DeleteAccount', accountId, actor: me })
      .then([{ type: 'AccountDeleted', data: { accountId } }])
      .when({ type: 'DeleteAccount', accountId, actor: me })
      .rejects('account/unknown')
      .when({ type: 'CreateAccount', accountId })
      .then([created]);
  });
});

describe('a user name', () => {
  const claim = { type: 'ClaimUserName', userName: 'Ada', accountId, abandonedBy: null } as const;
  const claimed = { type: 'UserNameClaimed', data: { userName: 'Ada', accountId } } as const;

  test('belongs to who claims it first, until it is released', () => {
    given(userNameStream, [])
      .when(claim)
      .then([claimed])
      .when(claim)
      .then([])
      .when({ ...claim, accountId: other })
      .rejects('account/username-taken')
      .when({ type: 'ReleaseUserName', userName: 'Ada', accountId: other })
      .then([])
      .when({ type: 'ReleaseUserName', userName: 'Ada', accountId })
      .then([{ type: 'UserNameReleased', data: { userName: 'Ada', accountId } }])
      .when({ ...claim, accountId: other })
      .then([{ type: 'UserNameClaimed', data: { userName: 'Ada', accountId: other } }]);
  });

  test('that its holder never took goes to the next', () => {
    given(userNameStream, [claimed])
      .when({ ...claim, accountId: other, abandonedBy: accountId })
      .then([
        { type: 'UserNameReleased', data: { userName: 'Ada', accountId } },
        { type: 'UserNameClaimed', data: { userName: 'Ada', accountId: other } },
      ]);
  });
});
