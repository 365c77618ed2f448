import { z } from 'zod';

/** Cause of a command that the product issued itself, `<kind>:<id>`, stored in the metadata of its events. */
export const cause = z.string().regex(/^[a-z]+:[\x21-\x7e]{1,180}$/, 'Must be a cause as events name it');

/** Cause of commands in a tool call by the assistant; `threadId` is `mcp` for other assistants, which have no thread. */
export const toolCallCause = (threadId: string, toolCallId: string): string => `tool:${threadId}:${toolCallId}`;

/** Cause of the end of a suspension. @param version Version of the account in which the suspension was set. */
export const suspensionEndCause = (version: number): string => `suspension:${version}`;

/** Cause of the deletion of an expired story in the bin. @param version Version of the story at which it was put into the bin. */
export const binExpiryCause = (version: number): string => `bin:${version}`;

const reversal = 'reversal:';
/** Cause of commands that reverse those of an earlier command. */
export const reversalCause = (commandId: string): string => `${reversal}${commandId}`;
export const isReversal = (cause: string | null): boolean => cause?.startsWith(reversal) ?? false;

/** Cause of commands that follow from a moderator's decision on a case. */
export const caseCause = (caseId: string): string => `case:${caseId}`;
