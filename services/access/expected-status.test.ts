import { expect, test } from 'vitest';
import { type Cell, expectedStatus } from './expected-status.ts';

const reading: Cell = { access: 'stories.read', seen: 'stories.read', act: 'read', caller: 'user', variant: 'public', mine: false, success: 200 };
const writing: Cell = { ...reading, access: 'stories.write', act: 'write' };

test.each<[string, Cell, number]>([
  ['anyone reads what is public', { ...reading, caller: 'anonymous' }, 200],
  ['anyone with the link reads what is unlisted', { ...reading, caller: 'anonymous', variant: 'unlisted' }, 200],
  ['private things of others are not there', { ...reading, variant: 'private' }, 404],
  ['hidden things of others are not there', { ...reading, variant: 'hidden' }, 404],
  ['owners read what is private', { ...reading, caller: 'owner', variant: 'private', mine: true }, 200],
  ['moderators read everything', { ...reading, caller: 'moderator', variant: 'hidden' }, 200],
  ['what is gone is gone for admins as well', { ...reading, caller: 'admin', variant: 'deleted' }, 404],
  ['what cannot be is told', { ...reading, variant: 'malformed' }, 400],
  ['nobody writes without a sign-in, whatever it is', { ...writing, caller: 'anonymous', variant: 'malformed' }, 401],
  ['what others wrote is not changed', writing, 403],
  ['nor told of when it is not seen', { ...writing, variant: 'private' }, 404],
  ['owners change what is theirs', { ...writing, caller: 'owner', mine: true }, 200],
  ['moderators do not rewrite', { ...writing, caller: 'moderator', variant: 'private' }, 403],
  ['admins do', { ...writing, caller: 'admin', variant: 'private' }, 200],
  ['moderators hide', { ...writing, act: 'moderate', caller: 'moderator' }, 200],
  ['owners do not', { ...writing, act: 'moderate', caller: 'owner', mine: true }, 403],
  ['a program that acts for an admin does not change what others wrote', { ...writing, caller: 'delegate of admin' }, 403],
  ['a program that acts for a moderator does not see what is hidden', { ...reading, caller: 'delegate of moderator', variant: 'hidden' }, 404],
  ['a program writes what is of the person that it acts for', { ...writing, caller: 'delegate of owner', mine: true }, 200],
  ['a program reaches nothing but planning', { ...reading, access: 'accounts.mine', caller: 'delegate of user' }, 403],
  ['others learn nothing by trying', { ...writing, act: 'moderate', variant: 'private' }, 404],
  ['a role that has no part in it is told so', { ...writing, access: 'geography.write', caller: 'moderator', variant: 'unknown' }, 403],
  ['what is seen can be commented on', { ...writing, access: 'posts.create', act: 'use', success: 201 }, 201],
  ['what is not seen cannot', { ...writing, access: 'posts.create', act: 'use', variant: 'hidden' }, 404],
  ['only what is one’s own is withdrawn', { ...writing, access: 'saves.write', act: 'withdraw', caller: 'admin' }, 404],
  ['nobody writes for others', { ...writing, access: 'stories.create', act: 'stand-in', caller: 'moderator' }, 403],
  ['but admins', { ...writing, access: 'stories.create', act: 'stand-in', caller: 'admin', success: 201 }, 201],
  ['what is told to its account only is not there for others', { ...reading, access: 'chats.read', seen: 'profiles.read' }, 404],
])('%s', (_, cell, status) => {
  expect(expectedStatus(cell)).toBe(status);
});
