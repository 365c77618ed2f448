/** The rule of `id` in `proto/kit/field.ts`, without zod. */
const uuid =
  /^([\da-fA-F]{8}-[\da-fA-F]{4}-[1-8][\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/;

/** Whether the text is a valid id, so that no request is sent for an invalid id. */
export const isId = (text: string): boolean => uuid.test(text);
