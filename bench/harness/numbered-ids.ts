/** SQL of an id of some kind (eight hex digits) by the SQL of its number. */
export const uuid = (kind: string, n: string): string => `('${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))`;
/** The same id. Ids follow from numbers, so that nobody has to keep a list of them. */
export const idOf = (kind: string, n: number): string => `${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Of a story that was written by its number. */
export const storyId = (story: number): string => idOf('5707e000', story);
