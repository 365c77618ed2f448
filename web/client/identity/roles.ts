/** Roles above an ordinary signed-in user; admins have all rights of moderators. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

const ownProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** The claim with this exact name, or else at this path, as in `realm_access.roles`. */
const claimAt = (claims: unknown, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>((value, key) => ownProperty(value, key), claims);

/** Claims of a token without verification; null for an opaque token. */
function claimsIn(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Roles from the ID or access token, because providers differ. They only decide which parts of the apps are shown; the API enforces rights. */
export function rolesOf(profile: unknown, accessToken: string, claim: string): readonly Role[] {
  const named = [profile, claimsIn(accessToken)].flatMap((claims): unknown[] => {
    const value = claimAt(claims, claim);
    return typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  });
  return roles.filter((role) => named.includes(role));
}
