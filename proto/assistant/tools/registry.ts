import { z } from 'zod';
import * as all from './all.ts';
import { type ArgsOf, type ResultOf, type Tool, type ToolFailure, toolFailure } from './tool.ts';

type AnyTool = (typeof all)[keyof typeof all];
export type ToolName = AnyTool['name'];
type ToolNamed<N extends ToolName> = Extract<AnyTool, { name: N }>;

/** Tools by name. */
export const tools = Object.fromEntries(Object.values(all).map((tool) => [tool.name, tool])) as { [N in ToolName]: ToolNamed<N> }; // as: the keys are their names

export const toolNames = Object.keys(tools) as ToolName[]; // as: the keys are their names
export const toolName = z.enum(toolNames);

export const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name);

/** Parsed arguments of a tool. */
export type ToolArgs<N extends ToolName> = ArgsOf<ToolNamed<N>>;
/** Result of a tool call, or its failure. */
export type ToolResult<N extends ToolName> = ResultOf<ToolNamed<N>> | ToolFailure;

/** Schema of a result: that of the tool, or a failure. */
export const toolResultSchema = ({ result }: Tool) => z.union([toolFailure, result]);

/** A tool in the format of an OpenAI-compatible request. */
export interface FunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** JSON schema of the arguments, without patterns, because some model servers refuse them. The product validates the arguments itself. */
export function parametersSchemaOf({ args }: Tool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(args, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      if (jsonSchema.allOf?.every(({ pattern }) => pattern !== undefined)) delete jsonSchema.allOf;
    },
  });
  return schema;
}

/** Cache of tool descriptions, because a schema takes milliseconds and every request needs all. */
const described = new Map<ToolName, FunctionTool>();

function functionTool(name: ToolName): FunctionTool {
  const known = described.get(name);
  if (known) return known;
  const tool: Tool = tools[name];
  const one: FunctionTool = { type: 'function', function: { name, description: tool.description, parameters: parametersSchemaOf(tool) } };
  described.set(name, one);
  return one;
}

/** Tools of a request; all tools by default. */
export const functionTools = (names: readonly ToolName[] = toolNames): FunctionTool[] => names.map(functionTool);
