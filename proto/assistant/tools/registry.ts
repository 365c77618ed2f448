import { z } from 'zod';
import * as all from './all.ts';
import { type ArgsOf, type ResultOf, type Tool, type ToolFailure, toolFailure } from './tool.ts';

type AnyTool = (typeof all)[keyof typeof all];
export type ToolName = AnyTool['name'];
type ToolNamed<N extends ToolName> = Extract<AnyTool, { name: N }>;

/** Every tool by its name. */
export const tools = Object.fromEntries(Object.values(all).map((tool) => [tool.name, tool])) as { [N in ToolName]: ToolNamed<N> }; // the keys are their names

export const toolNames = Object.keys(tools) as ToolName[]; // the keys are their names
export const toolName = z.enum(toolNames);

export const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name);

/** Arguments of a tool, checked. */
export type ToolArgs<N extends ToolName> = ArgsOf<ToolNamed<N>>;
/** What a call of a tool answers, or why it came to nothing. */
export type ToolResult<N extends ToolName> = ResultOf<ToolNamed<N>> | ToolFailure;

/** Schema of all that a call of this tool may answer. */
export const toolResult = ({ result }: Tool) => z.union([toolFailure, result]);

/** A tool as a request to an OpenAI-compatible model describes it. */
export interface FunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** Says of arguments what helps a model. Patterns do not: some servers refuse them, and arguments are checked here again. */
export function parametersOf({ args }: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(args, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      if (jsonSchema.allOf?.every(({ pattern }) => pattern !== undefined)) delete jsonSchema.allOf;
    },
  });
  return schema;
}

/** Described once: it takes milliseconds, and every request to a model has them. */
const described = new Map<ToolName, FunctionTool>();

function functionTool(name: ToolName): FunctionTool {
  const known = described.get(name);
  if (known) return known;
  const tool: Tool = tools[name];
  const one: FunctionTool = { type: 'function', function: { name, description: tool.description, parameters: parametersOf(tool) } };
  described.set(name, one);
  return one;
}

/** Tools for a request, by default all of them. */
export const functionTools = (names: readonly ToolName[] = toolNames): FunctionTool[] => names.map(functionTool);
