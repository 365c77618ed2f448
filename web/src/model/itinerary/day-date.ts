const dayLength = 86_400_000;

/** Date of a day of a story, 1 for the first, both dates as `2026-05-04`. */
export const dateOfDay = (firstDate: string, number: number): string =>
  new Date(Date.parse(firstDate) + (number - 1) * dayLength).toISOString().slice(0, 10);
