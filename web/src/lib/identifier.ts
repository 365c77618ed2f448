/** As `id` in `proto/kit/field.ts` takes it, without the library that rules are written in. */
const uuid =
  /^([\da-fA-F]{8}-[\da-fA-F]{4}-[1-8][\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/;

/** Whether a text can be an identifier, so that an address which names nothing need not be asked for. */
export const isId = (text: string): boolean => uuid.test(text);
