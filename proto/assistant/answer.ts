import { blankAnswer, messageBuilderFor } from './answer-parts.ts';
import { isToolName } from './tools/registry.ts';

export { blankAnswer };

/** Message builder of the server, which ignores calls of unknown tools. */
export const appendPart = messageBuilderFor(isToolName);
