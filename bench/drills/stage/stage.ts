import type { Adapters } from '@waystory/infra/adapters.ts';
import type { ReadyName } from '@waystory/services/sandbox/oidc/ready-users.ts';

/** When something was killed, and since when whoever ends what it left behind was there; milliseconds since 1970. */
export interface Strike {
  at: number;
  since: number;
}

/** What a drill has the product be. */
export interface StagePlan {
  /** Of the drill. */
  name: string;
  contexts: readonly string[];
  settings: Readonly<Record<string, string>>;
}

/** The product on one engine of workflows, with what of it can be killed. */
export interface Stage {
  /** Of the engine. */
  name: string;
  /** Port on this machine of the one process that drills ask for what must run in the process that is struck. */
  serverPort: number;
  /** Port of the whole API. */
  port: number;
  tokens: Readonly<Record<ReadyName, string>>;
  /** The same engines, for looking at what the processes did. */
  engines: Adapters;
  /** Settings with which other commands work on it. */
  env: Readonly<Record<string, string>>;
  victims: readonly string[];
  /** Kills one without a warning (SIGKILL), and waits until everything runs again. */
  strike(victim: string): Promise<Strike>;
  close(): Promise<void>;
}
