/** A tool that a model asks to have run. */
export interface ModelToolCall {
  /** Given by the model, or in its place; the result names it. */
  id: string;
  name: string;
  /** JSON as the model wrote it: it may not parse, and may not be what the tool takes. */
  arguments: string;
  /** Attached by the provider, opaque: it is sent back unchanged with the call. Gemini refuses a call without its signature. */
  extra?: unknown;
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  /** `reasoning` is given back within a turn, to providers that ask for it. */
  | { role: 'assistant'; content: string; toolCalls: readonly ModelToolCall[]; reasoning?: string }
  | { role: 'tool'; toolCallId: string; content: string };

/** A tool as the model is told of it. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';

/** A piece of an answer. A call begins once, and its arguments follow in pieces; calls may be mixed with each other. */
export type ModelDelta =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'call'; callId: string; name: string }
  | { kind: 'arguments'; callId: string; text: string }
  /** Attached to the call by the provider: see `ModelToolCall`. */
  | { kind: 'extra'; callId: string; extra: unknown }
  /** The last one. `usage` is null where the provider does not count. */
  | { kind: 'finish'; reason: FinishReason; usage: TokenUsage | null };

export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
}

/** Why there is no answer, or no more of it. `busy` and `away` may pass; `refused` is a matter of the configuration; `broken` is an answer that cannot be read or ended in the middle. */
export type ModelFailureCode = 'model/busy' | 'model/away' | 'model/slow' | 'model/refused' | 'model/broken';

export class ModelFailure extends Error {
  readonly code: ModelFailureCode;
  constructor(code: ModelFailureCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'ModelFailure';
    this.code = code;
  }
}

/** A model that talks and calls tools. Adapters: one file each beside this one; all run `contract.ts`. */
export interface LanguageModel {
  /**
   * The answer to a conversation, piece by piece, ended by `finish`. Whoever stops reading, or aborts the signal, ends it at the provider, too.
   * What may pass is tried again before the first piece, never after it.
   * @throws ModelFailure, or the reason of the signal when that was aborted.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta>;
  /**
   * Asks the provider something that costs nothing, once.
   * @throws ModelFailure when it does not answer, or refuses.
   */
  ask(signal: AbortSignal): Promise<void>;
}
