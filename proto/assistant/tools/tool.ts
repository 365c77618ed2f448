import { z } from 'zod';
import { type FieldTable, type ToolField, toolFieldsOf } from '../../kit/described-field.ts';

/**
 * Effect of a call. `read` changes nothing. `write` changes stories with the rights of the user. `web` returns text of unknown authors; after it,
 * writes need the consent of the user.
 */
export type Effect = 'read' | 'write' | 'web';

/** Maximum number of calls in one turn. */
export const callsPerTurn = 40;

/** A tool of the language model: its description, arguments and result. */
export interface Tool<N extends string = string, A extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  name: N;
  /** Purpose and effect of the tool, for the model. */
  description: string;
  effect: Effect;
  /** Strict schema of the arguments, so that the model gets an error for invented fields. */
  args: A;
  result: R;
}

/** Returns its argument; the type parameters keep the literal name and the schemas of the tool. */
export const defineTool = <const N extends string, A extends z.ZodObject, R extends z.ZodObject>(tool: Tool<N, A, R>): Tool<N, A, R> => tool;

export type ArgsOf<T extends Tool> = z.output<T['args']>;
export type ResultOf<T extends Tool> = z.output<T['result']>;

/** Result of a failed call: code and sentence of the problem, so that the model can correct the call. */
export const toolFailure = z.strictObject({ error: z.strictObject({ code: z.string(), detail: z.string() }) });
export type ToolFailure = z.output<typeof toolFailure>;

export const failureOf = (code: string, detail: string): ToolFailure => ({ error: { code, detail } });

/** Makes a schema optional and nullable, because models send null for arguments that they leave open. */
export function optionalNullable<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const made: z.ZodType = schema instanceof z.ZodNullable ? schema.optional() : schema.nullish();
  return made as z.ZodOptional<z.ZodNullable<T>>; // as: a nullable schema stays nullable
}

/**
 * Argument schemas of those fields of a table that language models may write, optional and nullable. The `tool` text of a field becomes its
 * description for the model.
 */
export const toolArguments = <T extends FieldTable>(table: T) =>
  Object.fromEntries(
    toolFieldsOf(table).map((name) => {
      const { rule, tool } = table[name] as T[ToolField<T>]; // as: the name is a key of the table
      return [name, typeof tool === 'string' ? optionalNullable(rule).describe(tool) : optionalNullable(rule)];
    }),
  ) as { [K in ToolField<T>]: z.ZodOptional<z.ZodNullable<T[K]['rule']>> }; // as: `toolFieldsOf` returns these names
