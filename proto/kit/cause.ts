import { z } from 'zod';

/**
 * What the product made a command for, when nobody asked for just this: a word for its kind, a colon, and what it is known by. It stands in the
 * metadata of the events that came of it.
 */
export const cause = z.string().regex(/^[a-z]+:[\x21-\x7e]{1,180}$/, 'Must be a cause as events name it');

/** A call of a tool by the assistant; for those of other assistants, which have no thread, `threadId` is `mcp`. */
export const toolCallCause = (threadId: string, toolCallId: string): string => `tool:${threadId}:${toolCallId}`;

/** The end of a suspension, which this version of its account had set. */
export const suspensionEndCause = (version: number): string => `suspension:${version}`;

/** A story that lay in the bin for as long as one may, since this version of it. */
export const binExpiryCause = (version: number): string => `bin:${version}`;

const reversal = 'reversal:';
/** Taking back what came of other causes. */
export const reversalCause = (commandId: string): string => `${reversal}${commandId}`;
export const isReversal = (cause: string | null): boolean => cause?.startsWith(reversal) ?? false;

/** A decision of a moderator on what was reported of a thing. */
export const caseCause = (caseId: string): string => `case:${caseId}`;
