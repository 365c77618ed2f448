import { expect, test } from 'vitest';
import { expectedStatus, type MatrixCell } from './expected-status.ts';

const reading: MatrixCell = {
  access: 'stories.read',
  seen: 'stories.read',
  act: 'read',
  caller: 'user',
  variant: 'public',
  mine: false,
  success: 200,
};
const writing: MatrixCell = { ...reading, access: 'stories.write', act: 'write' };

test.each<[string, MatrixCell, number]>([
  ['anyone reads what is public', { ...reading, caller: 'anonymous' }, 200],
  ['anyone with the link reads what is unlisted', { ...reading, caller: 'anonymous', variant: 'unlisted' }, 200],
  ['private target of another account answers 404 to a read', { ...reading, variant: 'private' }, 404],
  ['hidden target of another account answers 404 to a read', { ...reading, variant: 'hidden' }, 404],
  ['owners read what is private', { ...reading, caller: 'owner', variant: 'private', mine: true }, 200],
  ['moderators read everything', { ...reading, caller: 'moderator', variant: 'hidden' }, 200],
  ['deleted target answers 404 to admins as well', { ...reading, caller: 'admin', variant: 'deleted' }, 404],
  ['malformed id answers 400 to a read', { ...reading, variant: 'malformed' }, 400],
  ['write without a sign-in answers 401, even with a malformed id', { ...writing, caller: 'anonymous', variant: 'malformed' }, 401],
  ['public target of another account answers 403 to a write', writing, 403],
  ['private target of another account answers 404 to a write', { ...writing, variant: 'private' }, 404],
  ['owners change what is theirs', { ...writing, caller: 'owner', mine: true }, 200],
  ['private target answers 403 to a write by a moderator', { ...writing, caller: 'moderator', variant: 'private' }, 403],
  ['private target answers 200 to a write by an admin', { ...writing, caller: 'admin', variant: 'private' }, 200],
  ['moderators hide public targets of other accounts', { ...writing, act: 'moderate', caller: 'moderator' }, 200],
  ['owners cannot hide their own targets as moderators do', { ...writing, act: 'moderate', caller: 'owner', mine: true }, 403],
  ['public target of another account answers 403 to a write with a delegated token of an admin', { ...writing, caller: 'delegate of admin' }, 403],
  [
    'hidden target answers 404 to a read with a delegated token of a moderator',
    { ...reading, caller: 'delegate of moderator', variant: 'hidden' },
    404,
  ],
  ['own target accepts a write with a delegated token of its owner', { ...writing, caller: 'delegate of owner', mine: true }, 200],
  ['route with the access accounts.mine answers 403 to a delegated token', { ...reading, access: 'accounts.mine', caller: 'delegate of user' }, 403],
  ['private target of another account answers 404 to an attempt to hide it', { ...writing, act: 'moderate', variant: 'private' }, 404],
  [
    'route for admins answers 403 to a moderator, even with an unknown id',
    { ...writing, access: 'geography.write', caller: 'moderator', variant: 'unknown' },
    403,
  ],
  ['public target of another account accepts a comment with 201', { ...writing, access: 'posts.create', act: 'use', success: 201 }, 201],
  ['hidden target of another account answers 404 to a comment', { ...writing, access: 'posts.create', act: 'use', variant: 'hidden' }, 404],
  [
    'saved item of another account answers 404 to its removal, even by an admin',
    { ...writing, access: 'saves.write', act: 'withdraw', caller: 'admin' },
    404,
  ],
  ['moderators cannot create a story for another account', { ...writing, access: 'stories.create', act: 'stand-in', caller: 'moderator' }, 403],
  ['admins create a story for another account', { ...writing, access: 'stories.create', act: 'stand-in', caller: 'admin', success: 201 }, 201],
  ['chat of another account answers 404 to a read', { ...reading, access: 'chats.read', seen: 'profiles.read' }, 404],
])('%s', (_, cell, status) => {
  expect(expectedStatus(cell)).toBe(status);
});
