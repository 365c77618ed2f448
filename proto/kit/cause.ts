import { z } from 'zod';

/** Cause of a command that the product issued by itself: its kind, a colon, and an id. Metadata of its events. */
export const cause = z.string().regex(/^[a-z]+:[\x21-\x7e]{1,180}$/, 'Must be a cause as events name it');

/** A tool call by the assistant; `threadId` is `mcp` for other programs, which have no thread. */
export const toolCallCause = (threadId: string, toolCallId: string): string => `tool:${threadId}:${toolCallId}`;

/** The end of a suspension that was set in this version of its account. */
export const suspensionEndCause = (version: number): string => `suspension:${version}`;

/** A story whose time in the bin is over, since this version of it. */
export const binExpiryCause = (version: number): string => `bin:${version}`;

const reversal = 'reversal:';
/** The reversal of other causes. */
export const reversalCause = (commandId: string): string => `${reversal}${commandId}`;
export const isReversal = (cause: string | null): boolean => cause?.startsWith(reversal) ?? false;

/** A moderator's decision on a case. */
export const caseCause = (caseId: string): string => `case:${caseId}`;
