/** Date of a clock time of which nobody knows the date. Alone in its file, so that a page can tell it without the rules of a stop. */
export const undated = '2000-01-01';
