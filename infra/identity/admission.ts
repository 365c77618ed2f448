import { Rejected } from '../kit/decider.ts';
import type { Identity, TokenVerifier } from './port.ts';

/** Says who is turned away although their token is good. It is asked with every request, so it answers from memory. */
export interface Admission {
  turnsAway(identity: Identity): boolean;
}

/** A verifier that takes the tokens of those who are let in only. @throws Rejected `auth/suspended` beside what `verifier` throws. */
export function admittedBy(admission: Admission, verifier: TokenVerifier): TokenVerifier {
  const admitted = (identity: Identity): Identity => {
    if (admission.turnsAway(identity)) throw new Rejected('auth/suspended');
    return identity;
  };
  return {
    verify: async (token) => admitted(await verifier.verify(token)),
    recall(token) {
      const identity = verifier.recall(token);
      return identity && admitted(identity);
    },
  };
}
