import type { Adapters } from '@waystory/infra/adapters.ts';

/** When something was killed, and since when whoever ends what it left behind was there; milliseconds since 1970. */
export interface Strike {
  at: number;
  since: number;
}

/** The product on one engine of workflows, with what of it can be killed. */
export interface Stage {
  /** Of the engine. */
  name: string;
  /** Port on this machine of the process that runs turns. */
  turnsPort: number;
  /** Port of the whole API. */
  port: number;
  token: string;
  /** The same engines, for looking at what the processes did. */
  engines: Adapters;
  /** Settings with which other commands work on it. */
  env: Readonly<Record<string, string>>;
  victims: readonly string[];
  /** Kills one without a warning (SIGKILL), and waits until everything runs again. */
  strike(victim: string): Promise<Strike>;
  close(): Promise<void>;
}

/** What runs here: the assistant, and what its tools and credits need. */
export const stageContexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'assistant'];
