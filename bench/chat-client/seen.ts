import type { Message } from '@ai-sdk/react';

/** History of a page, for the program that drives it. */
export interface Seen {
  /** Statuses of the chat in their order. */
  statuses: string[];
  /** States of each call of a tool in their order, by its id. */
  tools: Record<string, string[]>;
  errors: string[];
  finishes: { finishReason: string; usage: { promptTokens: number; completionTokens: number } }[];
  /** The displayed conversation. */
  messages: Message[];
  threadId: string | null;
}

declare global {
  interface Window {
    seen: Seen;
  }
}
