/** Whether the typed text matches the required word. Case is ignored; a user name may have its @ sign. */
export const isTyped = (typed: string, word: string): boolean => typed.trim().replace(/^@/, '').toLocaleLowerCase() === word.toLocaleLowerCase();
