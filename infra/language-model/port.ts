/** A tool call by the model. */
export interface ModelToolCall {
  /** Assigned by the model or the adapter; the tool result refers to it. */
  id: string;
  name: string;
  /** JSON as the model wrote it: it may be malformed or invalid for the tool. */
  arguments: string;
  /** Opaque data of the provider, sent back unchanged with the call. Gemini refuses a call without its signature. */
  extra?: unknown;
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  /** `reasoning` is sent back within a turn to providers that require it. */
  | { role: 'assistant'; content: string; toolCalls: readonly ModelToolCall[]; reasoning?: string }
  | { role: 'tool'; toolCallId: string; content: string };

/** Description of a tool for the model. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments, which form an object. */
  parameters: Record<string, unknown>;
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';

/** A piece of an answer. A call begins once and its arguments follow in pieces; calls may interleave. */
export type ModelDelta =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'call'; callId: string; name: string }
  | { kind: 'arguments'; callId: string; text: string }
  /** Data of the provider for a call, see `ModelToolCall`. */
  | { kind: 'extra'; callId: string; extra: unknown }
  /** The last delta. `usage` is null when the provider does not count. */
  | { kind: 'finish'; reason: FinishReason; usage: TokenUsage | null };

export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
}

/**
 * Reason of a missing or incomplete answer. `busy` and `away` are temporary; `refused` is a matter of configuration; `broken` is unreadable or cut
 * off.
 */
export type ModelFailureCode = 'model/busy' | 'model/away' | 'model/slow' | 'model/refused' | 'model/broken';

export class ModelFailure extends Error {
  readonly code: ModelFailureCode;
  constructor(code: ModelFailureCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'ModelFailure';
    this.code = code;
  }
}

/** A language model with tools. Adapters: one file each beside this one; all run `contract.ts`. */
export interface LanguageModel {
  /**
   * Streams the answer to a conversation; the last delta is `finish`. The provider stops generating when the caller aborts or stops reading.
   * Temporary failures are retried before the first piece, never after it.
   * @throws ModelFailure, or the reason of an aborted signal.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta>;
  /**
   * Checks the provider once with a free request.
   * @throws ModelFailure when it does not answer, or refuses.
   */
  ask(signal: AbortSignal): Promise<void>;
}
