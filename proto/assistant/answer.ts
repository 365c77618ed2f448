import { blankAnswer, partsOn } from './answer-parts.ts';
import { isToolName } from './tools/registry.ts';

export { blankAnswer };

/** The server's version: a call of an unknown tool is ignored. */
export const withPart = partsOn(isToolName);
