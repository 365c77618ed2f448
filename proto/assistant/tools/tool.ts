import { z } from 'zod';

/**
 * What a call can do. `read`: looks at what is here. `write`: changes what is here, as the user and with the user's rights. `web`: brings in text that
 * anybody may have written, so that nothing is written on its account unless the user agrees.
 */
export type Effect = 'read' | 'write' | 'web';

/** Calls in one turn at most. */
export const callsPerTurn = 40;

/** Something that the model may call: what it is told of it, and what goes in and out. */
export interface Tool<N extends string = string, A extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  name: N;
  /** For the model: when to call it, and what comes of it. */
  description: string;
  effect: Effect;
  /** Fields that are not named are refused: a model that makes them up is told so. */
  args: A;
  result: R;
}

/** Keeps the literal name and the schemas of a tool. */
export const defineTool = <const N extends string, A extends z.ZodObject, R extends z.ZodObject>(tool: Tool<N, A, R>): Tool<N, A, R> => tool;

export type ArgsOf<T extends Tool> = z.output<T['args']>;
export type ResultOf<T extends Tool> = z.output<T['result']>;

/** What a call answers that came to nothing: a problem's code and its sentence, from which the model learns what to do instead. */
export const toolFailure = z.strictObject({ error: z.strictObject({ code: z.string(), detail: z.string() }) });
export type ToolFailure = z.output<typeof toolFailure>;

export const failureOf = (code: string, detail: string): ToolFailure => ({ error: { code, detail } });

/** Models say null of what they leave open; both mean that nothing is said. */
export function unsaid<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const made: z.ZodType = schema instanceof z.ZodNullable ? schema.optional() : schema.nullish();
  return made as z.ZodOptional<z.ZodNullable<T>>; // null twice is null
}
