import { beforeAll, describe, expect, test } from 'vitest';
import type { Facts } from './port.ts';

/** Things that whoever tells facts knows, by their ids of Wikidata. */
export interface Things {
  /** Has an article in English and German, and a website. */
  famous: string;
  /** Has an article in English only, and no website. */
  english: string;
  /** Is there, and nothing is told of it. */
  obscure: string;
  /** There is none. */
  missing: string;
}

/** What whoever tells facts must do. */
export function factsContract(make: () => Promise<Facts>, { famous, english, obscure, missing }: Things): void {
  describe('facts', () => {
    let facts: Facts;
    beforeAll(async () => {
      facts = await make();
    });

    test('are in the language that is asked for, with whom they are owed to', async () => {
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

    test('are in English where there are none in a language', async () => {
      expect((await facts.about(famous, 'fr'))?.summary).toMatchObject({ language: 'en' });
      expect(await facts.about(english, 'de')).toEqual({ summary: expect.objectContaining({ language: 'en' }), website: null });
    });

    test('are some lines at most', async () => {
      for (const id of [famous, english]) expect((await facts.about(id, 'en'))?.summary?.text.length).toBeLessThanOrEqual(480);
    });

    test('are none of what nobody tells of, and of what is not there', async () => {
      for (const id of [obscure, missing]) expect(await facts.about(id, 'en')).toBeNull();
    });

    test.each(['', 'Q', 'Q0', 'q42', 'P31', 'Q42|Q43', 'Q1234567890123', '../Q42', 'Q42\n'])('are none of %j, which names nothing', async (id) => {
      expect(await facts.about(id, 'en')).toBeNull();
    });
  });
}
