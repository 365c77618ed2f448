/** Longest kept text of an error, characters. */
const longest = 2_000;

/** Name and message of what went wrong, in a form that every engine can keep: no NUL, no half of a character. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}
