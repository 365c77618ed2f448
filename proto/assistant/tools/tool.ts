import { z } from 'zod';

/**
 * Effect of a call. `read`: reads content. `write`: changes content with the user's rights. `web`: brings in foreign text, after which nothing is
 * written without the user's consent.
 */
export type Effect = 'read' | 'write' | 'web';

/** Most calls in one turn. */
export const callsPerTurn = 40;

/** A tool of the model: its description and the schemas of arguments and result. */
export interface Tool<N extends string = string, A extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  name: N;
  /** For the model: when to call it, and the effect. */
  description: string;
  effect: Effect;
  /** Unknown fields are refused, so that a model learns of its invention. */
  args: A;
  result: R;
}

/** Keeps the literal name and the schemas of a tool. */
export const defineTool = <const N extends string, A extends z.ZodObject, R extends z.ZodObject>(tool: Tool<N, A, R>): Tool<N, A, R> => tool;

export type ArgsOf<T extends Tool> = z.output<T['args']>;
export type ResultOf<T extends Tool> = z.output<T['result']>;

/** Answer of a failed call: code and sentence of a problem, from which the model learns the alternative. */
export const toolFailure = z.strictObject({ error: z.strictObject({ code: z.string(), detail: z.string() }) });
export type ToolFailure = z.output<typeof toolFailure>;

export const failureOf = (code: string, detail: string): ToolFailure => ({ error: { code, detail } });

/** Models send null for omitted arguments, so both are accepted. */
export function unsaid<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const made: z.ZodType = schema instanceof z.ZodNullable ? schema.optional() : schema.nullish();
  return made as z.ZodOptional<z.ZodNullable<T>>; // as: nullable twice is nullable
}
