import type { Check } from './checks.ts';

/** What a person writes, and what must hold for the answer. */
export type Exchange = readonly [says: string, ...checks: Check[]];

/** A conversation of the suite. */
export interface Conversation {
  exchanges: readonly Exchange[];
  /** Whether a tool that takes stops away is offered. */
  canRemove: boolean;
}

export const conversation = (...exchanges: Exchange[]): Conversation => ({ exchanges, canRemove: true });

/** The same where no tool takes stops away. */
export const withoutRemoval = (...exchanges: Exchange[]): Conversation => ({ exchanges, canRemove: false });
