import type { CommandHandler } from '../commands/command-handler.ts';
import type { Rejected } from '../errors.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';

/** Says who is let in, beyond what their token says. */
export interface Admission {
  /**
   * Why the bearer of a token is turned away: `auth/suspended`, with the reason and the end as its data, or `auth/expired-token`; null when they are
   * not. It is asked with every request, so it answers from memory.
   */
  refusalOf(identity: Identity): Rejected | null;
  /**
   * Asked with every write, so that it knows of what this process wrote a moment ago, and of what another one did a fraction of a second ago.
   * @param commands those of the process, which know what it wrote.
   * @throws Rejected what `refusalOf` says, or `auth/no-account` when there is no account.
   */
  requireAccount(identity: Identity, commands: Pick<CommandHandler, 'recall'>): Promise<void>;
}

/** A verifier that takes the tokens of those who are let in only. @throws Rejected what `refusalOf` says, beside what `verifier` throws. */
export function admittedBy(admission: Admission, verifier: TokenVerifier): TokenVerifier {
  const admitted = (identity: Identity): Identity => {
    const refusal = admission.refusalOf(identity);
    if (refusal) throw refusal;
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
