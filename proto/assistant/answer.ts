import { blankAnswer, partsOn } from './answer-parts.ts';
import { isToolName } from './tools/registry.ts';

export { blankAnswer };

/** A message with one more part of the stream, as the server makes it: a tool that is not there is none that was called. */
export const withPart = partsOn(isToolName);
