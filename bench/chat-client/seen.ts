import type { Message } from '@ai-sdk/react';

/** Observations of the chat page, which the drill reads. */
export interface ChatObservations {
  /** Statuses of the chat in their order. */
  statuses: string[];
  /** States of each tool call in order, by call id. */
  tools: Record<string, string[]>;
  errors: string[];
  finishes: { finishReason: string; usage: { promptTokens: number; completionTokens: number } }[];
  /** The displayed conversation. */
  messages: Message[];
  threadId: string | null;
}

declare global {
  interface Window {
    seen: ChatObservations;
  }
}
