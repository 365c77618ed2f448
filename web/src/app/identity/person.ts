/** Whoever is signed in, as the identity provider describes them (spec 3: user identity). */
export interface Person {
  subject: string;
  email: string | null;
  name: string | null;
}

interface Claims {
  sub: string;
  email?: string | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  name?: string | undefined;
}

/** The display name is given and family name, else `name` unless the provider does not know it. */
export function personOf({ sub, email, given_name, family_name, name }: Claims): Person {
  const full = [given_name, family_name].filter(Boolean).join(' ');
  return { subject: sub, email: email ?? null, name: full || (name && name !== 'unknown' ? name : null) };
}
