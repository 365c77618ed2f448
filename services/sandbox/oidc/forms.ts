import { line, text } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

const longestPassword = 200;
/** A missing field counts as empty; a repeated one cannot come from our form. */
const typed = z.string().catch('');
const trimmed = typed.transform((value) => value.trim());

const signInRules = z.object({ email: line(254, 'Enter your e-mail.'), password: text(longestPassword).min(1, 'Enter your password.') });

const signUpRules = z.object({
  name: line(120, 'Enter your name.'),
  email: line(254, 'Enter your e-mail.').pipe(z.email('Enter an e-mail such as name@example.com.')),
  password: text(longestPassword).min(8, 'Use at least 8 characters.'),
});

/** Values with the first problem of each field; `errors` is undefined when all are valid. */
function checked<V extends Record<string, string>>(values: V, rules: z.ZodType): V & { errors: Partial<Record<keyof V, string>> | undefined } {
  const issues = rules.safeParse(values).error?.issues;
  if (!issues) return { ...values, errors: undefined };
  const errors: Partial<Record<keyof V, string>> = {};
  for (const { path, message } of issues) errors[String(path[0]) as keyof V] ??= message; // the rules name fields of the values
  return { ...values, errors };
}

/** The sign-in form as it was sent. */
export const signInForm = (body: unknown) => checked(z.object({ email: trimmed, password: typed }).parse(body ?? {}), signInRules);

/** The sign-up form as it was sent. */
export const signUpForm = (body: unknown) => checked(z.object({ name: trimmed, email: trimmed, password: typed }).parse(body ?? {}), signUpRules);
