import { expect, test } from 'vitest';
import { rolesOf } from './roles.ts';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenWith = (claims: object): string => `${base64url({ alg: 'ES256' })}.${base64url(claims)}.signature`;

test.each([
  ['in the ID token', { roles: ['moderator'] }, 'opaque', 'roles', ['moderator']],
  ['in the access token', {}, tokenWith({ roles: ['admin', 'of-another-application'] }), 'roles', ['admin']],
  ['in both, once', { roles: ['moderator'] }, tokenWith({ roles: ['moderator'] }), 'roles', ['moderator']],
  ['as words', { roles: 'admin moderator' }, '', 'roles', ['moderator', 'admin']],
  ['in a nested claim', {}, tokenWith({ name: 'Zoë', realm_access: { roles: ['moderator'] } }), 'realm_access.roles', ['moderator']],
  ['under a name with dots', { 'https://example.com/roles': ['moderator'] }, '', 'https://example.com/roles', ['moderator']],
  ['nowhere', {}, tokenWith({}), 'roles', []],
  ['in a token that cannot be read', {}, 'a.%%%.b', 'roles', []],
  ['in a claim of an unknown type', { roles: { moderator: true } }, '', 'roles', []],
  ['in an inherited property of the claims', {}, '', 'constructor', []],
])('rolesOf reads roles %s', (_, profile, token, claim, roles) => {
  expect(rolesOf(profile, token, claim)).toEqual(roles);
});
