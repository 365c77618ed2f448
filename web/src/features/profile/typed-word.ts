/** Whether somebody typed the word that they were asked for; a user name may come with its sign, and in any case. */
export const isTyped = (typed: string, word: string): boolean => typed.trim().replace(/^@/, '').toLocaleLowerCase() === word.toLocaleLowerCase();
