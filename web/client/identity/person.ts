import { type Role, rolesOf } from './roles.ts';

/** The signed-in user as the identity provider describes them (spec 3: user identity). */
export interface Person {
  subject: string;
  email: string | null;
  name: string | null;
  roles: readonly Role[];
}

interface Claims {
  sub: string;
  email?: string | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  name?: string | undefined;
}

/** Result of a sign-in. */
export interface SignInResult {
  profile: Claims;
  access_token: string;
}

/** The display name is given and family name, or else `name`; null for the placeholder `unknown`. */
export function personOf({ profile, access_token }: SignInResult, rolesClaim: string): Person {
  const { sub, email, given_name, family_name, name } = profile;
  const full = [given_name, family_name].filter(Boolean).join(' ');
  const roles = rolesOf(profile, access_token, rolesClaim);
  return { subject: sub, email: email ?? null, name: full || (name && name !== 'unknown' ? name : null), roles };
}
