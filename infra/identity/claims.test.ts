import { expect, test } from 'vitest';
import { goodClaims } from './bad-tokens.ts';
import { identityOf } from './jwt-verifier.ts';

const identity = (claims: object, rolesClaim = 'roles') => identityOf({ ...goodClaims, ...claims }, rolesClaim);

test.each([
  [{ given_name: 'Ada', family_name: 'Lovelace', name: 'Countess' }, 'Ada Lovelace'],
  [{ given_name: 'Ada', name: 'Countess' }, 'Ada'],
  [{ family_name: ' Lovelace ' }, 'Lovelace'],
  [{ given_name: ' ', name: 'Countess' }, 'Countess'],
  [{ name: 'unknown' }, null],
  [{ name: 'Unknown' }, null],
  [{ name: 'A\u0000da' }, 'A da'],
  [{ name: ['Ada'] }, null],
  [{}, null],
])('Token claims %o give the name %s', (claims, name) => {
  expect(identity(claims).name).toBe(name);
});

test.each([
  [{ email: 'ada@example.test' }, 'ada@example.test'],
  [{ emails: ['ada@example.test', 'b@example.test'] }, 'ada@example.test'],
  [{ email: { a: 1 } }, null],
  [{ emails: [] }, null],
])('Token claims %o give the e-mail %s', (claims, email) => {
  expect(identity(claims).email).toBe(email);
});

test.each([
  [['admin'], 'roles', ['admin']],
  ['admin moderator other', 'roles', ['moderator', 'admin']],
  [['Admin', 'ADMIN', 'superuser', 7, null, ['admin']], 'roles', []],
  [{ admin: true }, 'roles', []],
  [true, 'roles', []],
  [['__proto__', 'constructor', 'admin'], 'roles', ['admin']],
  [['admin', 'admin'], 'roles', ['admin']],
])('Token roles %j in the claim %s are read as %j', (claim, name, roles) => {
  expect(identity({ [name]: claim }, name).roles).toEqual(roles);
});

test('Token roles are read from a nested path, and from a claim with dots in its name', () => {
  expect(identity({ roles: undefined, realm_access: { roles: ['admin'] } }, 'realm_access.roles').roles).toEqual(['admin']);
  expect(identity({ 'https://waystory.example/roles': ['admin'] }, 'https://waystory.example/roles').roles).toEqual(['admin']);
});

test.each(['__proto__', '__proto__.roles', 'constructor', 'constructor.name', 'toString', 'roles.length'])(
  'Token without the claim %s has no roles',
  (name) => {
    expect(identity({}, name).roles).toEqual([]);
  },
);

test('Token claim named __proto__ gives no roles and changes no prototype', () => {
  const claims = JSON.parse(`{"iss":"i","sub":"s","exp":9,"__proto__":{"roles":["admin"]}}`);
  expect(identityOf(claims, 'roles').roles).toEqual([]);
  expect({}).not.toHaveProperty('roles');
});

test('Account id follows from issuer and subject alone', () => {
  expect(identity({ email: 'a@b.c' }).accountId).toBe(identity({ name: 'x' }).accountId);
  expect(identity({ sub: 'bob' }).accountId).not.toBe(identity({}).accountId);
  expect(identity({ iss: 'https://other.test' }).accountId).not.toBe(identity({}).accountId);
});
