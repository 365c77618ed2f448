/** Roles beyond that of an ordinary signed-in user; admins may do whatever moderators may. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

const ownProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** The claim of that very name, or else the one at that path, as in `realm_access.roles`. */
const claimAt = (claims: unknown, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>((value, key) => ownProperty(value, key), claims);

/** What a token says, without asking whether it is genuine; null for one that only its issuer can read. */
function claimsIn(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Roles as the ID token or the access token names them; providers differ in where they put them.
 * They decide which buttons are shown, never what is allowed: that is for the API to say.
 */
export function rolesOf(profile: unknown, accessToken: string, claim: string): readonly Role[] {
  const named = [profile, claimsIn(accessToken)].flatMap((claims): unknown[] => {
    const value = claimAt(claims, claim);
    return typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  });
  return roles.filter((role) => named.includes(role));
}
