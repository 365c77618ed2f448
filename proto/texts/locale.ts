import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { text } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

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
  getLocale: route.get('/locales/:lng/:ns.json', 'Texts of the web app in a language', 'locales.read', {
    params: z.object({ lng: language, ns: namespace }),
    reply: texts,
    caching: 'public, max-age=300, stale-while-revalidate=86400',
    errors: ['locale/unknown'],
  }),
  addMissingText: route.post('/locales/add/:lng/:ns', 'Collect texts that a language lacks; for developers only', 'locales.write', {
    params: z.object({ lng: language, ns: namespace }),
    body: z.record(text(200).min(1), text(2_000)).refine((given) => Object.keys(given).length <= 100, 'At most 100 texts'),
    reply: texts,
    errors: ['locale/unknown'],
  }),
});
