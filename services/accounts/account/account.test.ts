import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Rank } from '@waystory/proto/accounts/account.ts';
import { describe, expect, test } from 'vitest';
import { accountStream } from './account.ts';
import { isReservedUserName, userNameStream } from './user-name.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const other = 'a0000000-0000-8000-8000-000000000002';
const me: Principal = { accountId, roles: [] };
const moderator: Principal = { accountId: other, roles: ['moderator'] };
const admin: Principal = { accountId: other, roles: ['moderator', 'admin'] };
const create = { type: 'CreateAccount', accountId, owner: { roles: [], issuedAt: 0 } } as const;
const created = { type: 'AccountCreated', data: { accountId, rank: null } } as const;
const suspend = (suspended: boolean, actor: Principal = moderator, more: object = {}) =>
  ({ type: 'UpdateAccount', accountId, changes: { suspended, ...more }, actor }) as const;
const suspendedBy = (by: Rank, said: { reason?: string; until?: string } = {}) =>
  ({ type: 'AccountSuspended', data: { accountId, by, reason: null, until: null, ...said } }) as const;
const reinstated = { type: 'AccountReinstated', data: { accountId, reason: null } } as const;

describe('account', () => {
  test('is created once when the command repeats', () => {
    given(accountStream, []).when(create).then([created]).when(create).then([]);
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

  test('is suspended and reinstated by moderators, who cannot change other fields', () => {
    given(accountStream, [created])
      .when(suspend(false))
      .then([])
      .when(suspend(true))
      .then([suspendedBy('moderator')])
      .when(suspend(true))
      .then([])
      .when(suspend(false, moderator, { reason: 'A mistake' }))
      .then([{ ...reinstated, data: { accountId, reason: 'A mistake' } }])
      .when(suspend(true, moderator, { aboutMe: 'x' }))
      .rejects('account/not-yours')
      .when(suspend(true, me))
      .rejects('account/only-moderators')
      .when(suspend(false, { accountId: other, roles: [] }))
      .rejects('account/only-moderators')
      .when(suspend(true, { ...me, roles: ['moderator'] }))
      .rejects('account/yourself')
      .when(suspend(true, { accountId: other, roles: ['admin'] }, { aboutMe: 'Removed.' }))
      .then([{ type: 'AccountUpdated', data: { accountId, changes: { aboutMe: 'Removed.' } } }, suspendedBy('admin')]);
  });

  test('is suspended with a reason and an end, and both can change', () => {
    const until = '2027-01-01T00:00:00.000Z';
    const later = '2027-02-01T00:00:00.000Z';
    given(accountStream, [created])
      .when(suspend(true, moderator, { reason: 'Spam', suspendedUntil: until }))
      .then([suspendedBy('moderator', { reason: 'Spam', until })])
      .when(suspend(true, moderator, { suspendedUntil: until }))
      .then([])
      .when(suspend(true, moderator, { suspendedUntil: later }))
      .then([suspendedBy('moderator', { reason: 'Spam', until: later })])
      .when(suspend(true, moderator, { suspendedUntil: null, reason: 'More spam' }))
      .then([suspendedBy('moderator', { reason: 'More spam' })])
      .when(suspend(true, admin, { suspendedUntil: until }))
      .then([suspendedBy('admin', { reason: 'More spam', until })])
      .when(suspend(true))
      .then([])
      .when(suspend(true, moderator, { suspendedUntil: null }))
      .rejects('account/only-admins');
  });

  test('shows reason and end of its current suspension', () => {
    const until = '2027-01-01T00:00:00.000Z';
    const { state, when } = given(accountStream, [created])
      .when(suspend(true, moderator, { reason: 'Spam', suspendedUntil: until }))
      .then([suspendedBy('moderator', { reason: 'Spam', until })]);
    expect(state.account).toMatchObject({ suspended: true, suspensionReason: 'Spam', suspendedUntil: until });
    const after = when(suspend(false)).then([reinstated]);
    expect(after.state.account).toMatchObject({ suspended: false, suspensionReason: null, suspendedUntil: null });
  });

  test('is reinstated by the end of its current suspension only', () => {
    const until = '2027-01-01T00:00:00.000Z';
    const end = (version: number) => ({ type: 'EndSuspension', accountId, version }) as const;
    const first = suspendedBy('moderator', { until });
    given(accountStream, [created, first]).when(end(1)).then([]).when(end(2)).then([reinstated]).when(end(2)).then([]);
    given(accountStream, [created, first, suspendedBy('moderator')])
      .when(end(2))
      .then([]);
    given(accountStream, [created, first, reinstated, suspendedBy('moderator')])
      .when(end(2))
      .then([]);
  });

  test('id without an account can be suspended, which creates no account', () => {
    given(accountStream, [])
      .when(suspend(false))
      .rejects('account/unknown')
      .when(suspend(true, me))
      .rejects('account/unknown')
      .when(suspend(true, moderator, { aboutMe: 'x' }))
      .rejects('account/unknown')
      .when(suspend(true))
      .then([suspendedBy('moderator')])
      .when(create)
      .rejects('auth/suspended')
      .when(suspend(false))
      .then([reinstated])
      .when(create)
      .then([created]);
  });

  test('stays suspended after its deletion', () => {
    given(accountStream, [created, suspendedBy('moderator'), { type: 'AccountDeleted', data: { accountId } }])
      .when({ ...create, owner: { roles: ['moderator'], issuedAt: Infinity } })
      .rejects('auth/suspended');
  });

  test('of an admin is suspended and reinstated by admins only', () => {
    const ofAdmin = { ...created, data: { accountId, rank: 'admin' } } as const;
    const anAdmin = { ...create, owner: { roles: ['admin'], issuedAt: 0 } } as const;
    given(accountStream, [ofAdmin])
      .when(suspend(true))
      .rejects('account/only-admins')
      .when(suspend(true, admin))
      .then([suspendedBy('admin')])
      .when(anAdmin)
      .rejects('auth/suspended')
      .when(suspend(false))
      .rejects('account/only-admins')
      .when(suspend(false, admin))
      .then([reinstated]);
    // The suspended person's admin role was still unknown. Sign-up as an admin ends a moderator's suspension, but not an admin's.
    given(accountStream, [suspendedBy('moderator')])
      .when(anAdmin)
      .then([reinstated, ofAdmin]);
    given(accountStream, [suspendedBy('moderator')])
      .when(suspend(true, admin))
      .then([suspendedBy('admin')])
      .when(suspend(true))
      .then([])
      .when(anAdmin)
      .rejects('auth/suspended');
  });

  test('is unknown after its deletion, and a token issued later creates it again', () => {
    given(accountStream, [created])
      .when({ type: 'DeleteAccount', accountId, actor: me })
      .then([{ type: 'AccountDeleted', data: { accountId } }])
      .when({ type: 'DeleteAccount', accountId, actor: me })
      .rejects('account/unknown')
      .when(create)
      .rejects('auth/expired-token')
      .when({ ...create, owner: { roles: [], issuedAt: Date.parse('2026-01-01T00:00:00Z') / 1000 } })
      .rejects('auth/expired-token')
      .when({ ...create, owner: { roles: [], issuedAt: Date.parse('2026-01-01T00:00:01Z') / 1000 } })
      .then([created]);
  });
});

describe('user name', () => {
  const claim = { type: 'ClaimUserName', userName: 'Ada', accountId, actor: me, abandonedBy: null } as const;
  const claimed = { type: 'UserNameClaimed', data: { userName: 'Ada', accountId } } as const;

  test('belongs to its first claimant until the release', () => {
    given(userNameStream, [])
      .when(claim)
      .then([claimed])
      .when({ ...claim, accountId: other })
      .rejects('account/username-taken')
      .when({ type: 'ReleaseUserName', userName: 'Ada', accountId: other })
      .then([])
      .when({ type: 'ReleaseUserName', userName: 'Ada', accountId })
      .then([{ type: 'UserNameReleased', data: { userName: 'Ada', accountId } }])
      .when({ ...claim, accountId: other })
      .then([{ type: 'UserNameClaimed', data: { userName: 'Ada', accountId: other } }]);
  });

  test('that its claimant never used passes to the next claimant', () => {
    given(userNameStream, [claimed])
      .when({ ...claim, accountId: other, abandonedBy: accountId })
      .then([
        { type: 'UserNameReleased', data: { userName: 'Ada', accountId } },
        { type: 'UserNameClaimed', data: { userName: 'Ada', accountId: other } },
      ]);
  });

  test('is released only with the version of its current claim', () => {
    const release = { type: 'ReleaseUserName', userName: 'Ada', accountId } as const;
    given(userNameStream, [claimed])
      .when({ ...release, claim: 2 })
      .then([])
      .when(claim)
      .then([claimed])
      .when({ ...release, claim: 1 })
      .then([])
      .when({ ...release, claim: 2 })
      .then([{ type: 'UserNameReleased', data: { userName: 'Ada', accountId } }]);
  });

  test('that is reserved can be claimed by admins only, and its holder may claim it again', () => {
    const asStaff = { ...claim, userName: 'Sup-port' };
    const taken = { ...claimed, data: { userName: 'Sup-port', accountId } };
    given(userNameStream, [])
      .when(asStaff)
      .rejects('account/username-reserved')
      .when({ ...asStaff, actor: moderator })
      .rejects('account/username-reserved')
      .when({ ...asStaff, actor: admin })
      .then([taken])
      .when(asStaff)
      .then([taken]);
  });

  test.each([
    'admin',
    'ADMIN',
    'ad-min',
    '_admin_',
    'admin2',
    '4dm1n',
    'm0derat0r',
    'support_',
    'he1p',
    'Waystory',
    'waystory-team',
    'WaystorySupport',
    'waystory_1',
  ])('%s is reserved', (userName) => expect(isReservedUserName(userName)).toBe(true));
  test.each(['ada', 'traveller', 'administrating', 'adminah', 'team_tram', 'waystory_fan', 'tram_28', '---', '123', 'modest', 'rooted'])(
    '%s is free',
    (userName) => expect(isReservedUserName(userName)).toBe(false),
  );
});
