import { beforeAll, describe, expect, test } from 'vitest';
import type { Facts } from './port.ts';

/** Wikidata ids for the tests, by the content that the service under test has for them. */
export interface ExampleItemIds {
  /** With articles in English and German, and a website. */
  famous: string;
  /** With an English article only, and no website. */
  english: string;
  /** Exists without an article. */
  obscure: string;
  /** Does not exist. */
  missing: string;
}

/** Contract of a service for facts. */
export function factsContract(make: () => Promise<Facts>, { famous, english, obscure, missing }: ExampleItemIds): void {
  describe('facts', () => {
    let facts: Facts;
    beforeAll(async () => {
      facts = await make();
    });

    test('come in the requested language, with their source', async () => {
      for (const language of ['de', 'en'] as const) {
        const found = await facts.about(famous, language);
        expect(found?.summary).toEqual({
          ...{ text: expect.any(String), language, source: 'Wikipedia', licence: 'CC BY-SA 4.0' },
          url: expect.stringMatching(`^https://${language}\\.wikipedia\\.org/wiki/\\S+$`),
        });
        expect(found?.summary?.text).not.toBe('');
        expect(found?.website).toMatch(/^https?:\/\//);
      }
    });

    test('fall back to English', async () => {
      expect((await facts.about(famous, 'fr'))?.summary).toMatchObject({ language: 'en' });
      expect(await facts.about(english, 'de')).toEqual({ summary: expect.objectContaining({ language: 'en' }), website: null });
    });

    test('have a few lines at most', async () => {
      for (const id of [famous, english]) expect((await facts.about(id, 'en'))?.summary?.text.length).toBeLessThanOrEqual(480);
    });

    test('are null for a thing without an article, and for an unknown id', async () => {
      for (const id of [obscure, missing]) expect(await facts.about(id, 'en')).toBeNull();
    });

    test.each(['', 'Q', 'Q0', 'q42', 'P31', 'Q42|Q43', 'Q1234567890123', '../Q42', 'Q42\n'])('are null for the invalid id %j', async (id) => {
      expect(await facts.about(id, 'en')).toBeNull();
    });
  });
}
