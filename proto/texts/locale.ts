import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { text } from '../kit/field.ts';
import { defineRoutes } from '../kit/route.ts';

export const localeErrors = { 'locale/unknown': 'There are no such texts.' } as const satisfies ErrorCatalogue;

/** spec 1: languages. German and French are being translated. */
export const language = z.enum(['en', 'de', 'fr'], 'One of en, de, fr');
const namespace = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens')
  .max(50);

/** Texts by key, in groups of any depth. */
const texts = z.record(z.string(), z.unknown());

/** spec 7: translation files. */
export const localeRoutes = defineRoutes({
  getLocale: {
    method: 'GET',
    path: '/locales/:lng/:ns.json',
    summary: 'Texts of the web app in a language',
    access: 'locales.read',
    params: z.object({ lng: language, ns: namespace }),
    reply: texts,
    caching: 'public, max-age=300, stale-while-revalidate=86400',
    errors: ['locale/unknown'],
  },
  addMissingText: {
    method: 'POST',
    path: '/locales/add/:lng/:ns',
    summary: 'Collect texts that a language lacks; for developers only',
    access: 'locales.write',
    params: z.object({ lng: language, ns: namespace }),
    body: z.record(text(200).min(1), text(2_000)).refine((given) => Object.keys(given).length <= 100, 'At most 100 texts'),
    reply: texts,
    errors: ['locale/unknown'],
  },
});
