import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '@waystory/infra/config.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { localeRoutes } from '@waystory/proto/texts/locale.ts';
import { z } from 'zod';
import { webDist } from './built-app.ts';

const texts = z.record(z.string(), z.unknown());
type Texts = z.output<typeof texts>;

const readTexts = (file: string): Texts | null => (existsSync(file) ? texts.parse(JSON.parse(readFileSync(file, 'utf8'))) : null);

/** Serves language files. In development, missing keys are collected in the data folder; developers edit the language files themselves. */
export function bindLocaleRoutes({ DEVELOPMENT, DATA_DIR }: Config): BoundRoutes {
  // Language files do not change within a release, so each is read once.
  const known = new Map<string, Texts>();
  const bound = bindRoutes(localeRoutes, {
    getLocale: async ({ params: { lng, ns } }) => {
      const name = `${lng}/${ns}.json`;
      const body = known.get(name) ?? readTexts(join(webDist, 'locales', name));
      if (!body) throw new Rejected('locale/unknown');
      known.set(name, body);
      return { body };
    },
    addMissingText: async ({ params: { lng, ns }, body }) => {
      const file = join(DATA_DIR, 'missing-texts', lng, `${ns}.json`);
      const collected = { ...readTexts(file), ...body };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(collected, null, 2)}\n`);
      return { body: collected };
    },
  });
  return { ...bound, ...(!DEVELOPMENT && { absent: ['addMissingText'] }) };
}
