import type { JWTPayload } from 'jose';
import { accountIdOf } from './account-id.ts';
import { type Identity, InvalidToken } from './port.ts';
import { roles as knownRoles, type Role } from './principal.ts';

const longestSubject = 255;
const controlCharacters = /\p{Cc}+/gu;

/** A claim as one line of text; null when empty or no text. */
function textOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  return claim.replaceAll(controlCharacters, ' ').trim() || null;
}

/** Some providers send a list of addresses. */
function emailOf({ email, emails }: JWTPayload): string | null {
  return textOf(email) ?? (Array.isArray(emails) ? textOf(emails[0]) : null);
}

/** spec 3: the display name comes from the given and family name, or from the name unless that is `unknown`. */
function nameOf(claims: JWTPayload): string | null {
  const parts = [textOf(claims.given_name), textOf(claims.family_name)].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(' ');
  const name = textOf(claims.name);
  return name?.toLowerCase() === 'unknown' ? null : name;
}

const ownProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** The claim with this exact name, or else at this path: some providers nest, as in `realm_access.roles`. */
const claimAt = (claims: JWTPayload, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>((value, key) => ownProperty(value, key), claims);

/** Known roles of a claim, which may be a list or a space-separated text, with roles of other applications. */
function rolesOf(claims: JWTPayload, rolesClaim: string): readonly Role[] {
  const claim = claimAt(claims, rolesClaim);
  const named: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return knownRoles.filter((role) => named.includes(role));
}

/**
 * Identity from the claims of a token whose signature, issuer, audience and times were checked.
 * @throws InvalidToken when the subject or the expiry is unusable.
 */
export function identityOf(claims: JWTPayload, rolesClaim: string): Identity {
  const { iss, sub, exp, iat } = claims;
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > longestSubject) throw new InvalidToken('auth/invalid-token', 'no usable subject');
  // A number too big for JSON becomes Infinity, which would never expire.
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new InvalidToken('auth/invalid-token', 'no usable expiry');
  const subjectId = `${iss}|${sub}`;
  return Object.freeze({
    subjectId,
    accountId: accountIdOf(subjectId),
    email: emailOf(claims),
    name: nameOf(claims),
    roles: Object.freeze(rolesOf(claims, rolesClaim)),
    issuedAt: typeof iat === 'number' && Number.isFinite(iat) ? iat : 0,
    expiresAt: exp,
  });
}
