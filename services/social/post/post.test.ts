import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { PostEvent } from '@waystory/proto/social/post.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { describe, expect, test } from 'vitest';
import { postStream } from './post.ts';

const id = (letter: string): string => `${letter}0000000-0000-8000-8000-000000000001`;
const ada: Principal = { accountId: id('a'), roles: [] };
const bob: Principal = { accountId: id('b'), roles: [] };
const moderator: Principal = { accountId: id('c'), roles: ['moderator'] };
const admin: Principal = { accountId: id('d'), roles: ['admin'] };
const target: Target = {
  id: id('e'),
  kind: 'stop',
  itineraryId: id('f'),
  stopIds: [],
  accountId: id('b'),
  visibility: 'PUBLIC',
  hidden: false,
};
const where = { postableType: 'stop', postableId: id('e'), itineraryId: id('f') } as const;
const created: PostEvent = { type: 'PostCreated', data: { accountId: id('a'), text: 'Worth the climb', ...where } };
const hidden: PostEvent = { type: 'PostHidden', data: { reason: null } };
const create = { type: 'CreatePost', accountId: id('a'), post: { text: 'Worth the climb' }, target, file: null, actor: ada } as const;
const patch = (actor: Principal, changes: { text?: string; imageUrl?: string | null; hidden?: boolean }, seesTarget = true) =>
  ({ type: 'PatchPost', changes, actor, seesTarget }) as const;
const remove = (actor: Principal, seesTarget = true) => ({ type: 'DeletePost', actor, seesTarget }) as const;

describe('a post', () => {
  test('is written on something that its author sees', () => {
    const { state } = given(postStream, [], id('9')).when(create).then([created]);
    expect(state).toMatchObject({ id: id('9'), text: 'Worth the climb', imageUrl: null, fileId: null, hidden: false, version: 1, ...where });
    given(postStream, [])
      .when({ ...create, target: null })
      .rejects('post/target-unknown');
  });

  test('is written for oneself only, also by an admin', () => {
    for (const actor of [bob, admin])
      given(postStream, [])
        .when({ ...create, actor })
        .rejects('post/other-account');
  });

  test('shows an uploaded picture of its author', () => {
    const file = { url: '/media/a.webp', mimeType: 'image/webp', width: 3, height: 2 };
    const post = { text: 'Worth the climb', fileId: id('8') };
    const { state } = given(postStream, [])
      .when({ ...create, post, file })
      .then([{ type: 'PostCreated', data: { ...post, accountId: id('a'), ...where, file } }]);
    expect(state).toMatchObject({ fileId: id('8'), file });
    given(postStream, [])
      .when({ ...create, post })
      .rejects('post/file-unknown');
  });

  test('is written once, however often it is told', () => {
    given(postStream, [created]).when(create).then([]);
  });

  test('is rewritten by its author and admins, and keeps what really changed', () => {
    given(postStream, [created])
      .when(patch(ada, { text: 'Worth the climb', imageUrl: '/media/a.webp' }))
      .then([{ type: 'PostRewritten', data: { changes: { imageUrl: '/media/a.webp' } } }])
      .when(patch(admin, { imageUrl: null }))
      .then([{ type: 'PostRewritten', data: { changes: { imageUrl: null } } }])
      .when(patch(ada, { imageUrl: null }))
      .then([])
      .when(patch(ada, {}))
      .then([]);
    for (const actor of [bob, moderator])
      given(postStream, [created])
        .when(patch(actor, { text: 'Mine' }))
        .rejects('post/not-yours');
  });

  test('is hidden and restored by moderators only', () => {
    for (const actor of [ada, bob])
      given(postStream, [created])
        .when(patch(actor, { hidden: true }))
        .rejects('post/only-moderators');
    given(postStream, [created])
      .when(patch(moderator, { hidden: true }))
      .then([hidden])
      .when(patch(moderator, { hidden: true }))
      .then([])
      .when(patch(admin, { hidden: false }))
      .then([{ type: 'PostRestored', data: { reason: null } }]);
  });

  test('that is hidden is unknown to others, not to its author', () => {
    const history = given(postStream, [created, hidden]);
    history.when(patch(bob, { text: 'Mine' })).rejects('post/unknown');
    history.when(remove(bob)).rejects('post/unknown');
    history.when(patch(ada, { text: 'Better' })).then([{ type: 'PostRewritten', data: { changes: { text: 'Better' } } }]);
  });

  test('on something out of sight is unknown to all but moderators; its author may still delete it', () => {
    const history = given(postStream, [created]);
    for (const actor of [ada, bob]) history.when(patch(actor, { text: 'Mine' }, false)).rejects('post/unknown');
    history.when(remove(bob, false)).rejects('post/unknown');
    history.when(patch(moderator, { hidden: true }, false)).then([hidden]);
    history.when(remove(ada, false)).then([{ type: 'PostDeleted', data: {} }]);
  });

  test('is deleted by its author and admins, by moderators in bulk, once', () => {
    for (const actor of [bob, moderator]) given(postStream, [created]).when(remove(actor)).rejects('post/not-yours');
    given(postStream, [created])
      .when({ ...remove(moderator), moderating: true })
      .then([{ type: 'PostDeleted', data: {} }]);
    given(postStream, [created])
      .when({ ...remove(bob), moderating: true })
      .rejects('post/not-yours');
    for (const actor of [ada, admin])
      given(postStream, [created])
        .when(remove(actor))
        .then([{ type: 'PostDeleted', data: {} }])
        .when(remove(actor))
        .rejects('post/unknown');
  });

  test('is erased when what it hangs on is gone, and again without an event', () => {
    const { state } = given(postStream, [created])
      .when({ type: 'ErasePost' })
      .then([{ type: 'PostDeleted', data: {} }])
      .when({ type: 'ErasePost' })
      .then([]);
    expect(state).toBeNull();
  });
});
