import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../config.ts';

const url = readConfig().ELASTICSEARCH_URL;
const answerWithinMs = 5_000;

type Part = string | Record<string, unknown>;
interface Analysis {
  tokenizer?: Part;
  filter?: readonly Part[];
  char_filter?: readonly Part[];
}

const whole = (filter: Part): Analysis => ({ tokenizer: 'keyword', filter: [filter] });
const characters = (filter: Part): Analysis => ({ tokenizer: 'keyword', char_filter: [filter] });

/** Examples from the documentation of the distribution's module. */
const cases: readonly (readonly [analysis: Analysis, text: string, tokens: string[]])[] = [
  [{ tokenizer: 'keyword' }, 'New York', ['New York']],
  [{ tokenizer: 'whitespace' }, 'New  York,', ['New', 'York,']],
  [{ tokenizer: 'letter' }, "l'été 2", ['l', 'été']],
  [{ tokenizer: 'ngram' }, 'abc', ['a', 'ab', 'b', 'bc', 'c']],
  [{ tokenizer: { type: 'ngram', min_gram: 2, max_gram: 3 } }, 'Rom', ['Ro', 'Rom', 'om']],
  [{ tokenizer: 'edge_ngram' }, 'Rom', ['R', 'Ro']],
  [
    { tokenizer: { type: 'edge_ngram', min_gram: 1, max_gram: 3, token_chars: ['letter', 'digit'] } },
    'St-Malo 2',
    ['S', 'St', 'M', 'Ma', 'Mal', '2'],
  ],
  [{ tokenizer: { type: 'edge_ngram', min_gram: 1, max_gram: 2, token_chars: ['custom'], custom_token_chars: 'a-' } }, 'a-b a', ['a', 'a-', 'a']],
  [{ tokenizer: { type: 'edge_ngram', min_gram: 2, max_gram: 2, token_chars: ['punctuation', 'symbol'] } }, 'a!?b+=', ['!?', '+=']],
  [whole('lowercase'), 'ÉTÉ', ['été']],
  [whole('uppercase'), 'été', ['ÉTÉ']],
  [whole('trim'), ' a b ', ['a b']],
  [whole('asciifolding'), 'Málaga', ['Malaga']],
  [whole({ type: 'asciifolding', preserve_original: true }), 'Málaga', ['Malaga', 'Málaga']],
  [{ filter: ['asciifolding', 'lowercase'] }, 'MÁLAGA', ['malaga']],
  [whole({ type: 'pattern_replace', pattern: '\\d', replacement: '#' }), 'a1b2', ['a#b#']],
  [whole({ type: 'pattern_replace', pattern: '\\d', all: false }), 'a1b2', ['ab2']],
  [whole('ngram'), 'abc', ['a', 'ab', 'b', 'bc', 'c']],
  [whole({ type: 'ngram', min_gram: 2, max_gram: 2, preserve_original: true }), 'abc', ['ab', 'bc', 'abc']],
  [whole('edge_ngram'), 'Rome', ['R']],
  [whole({ type: 'edge_ngram', min_gram: 1, max_gram: 3, preserve_original: true }), 'Rome', ['R', 'Ro', 'Rom', 'Rome']],
  [{ tokenizer: 'keyword', filter: [{ type: 'ngram', min_gram: 1, max_gram: 1 }, 'remove_duplicates'] }, 'aab', ['a', 'b']],
  [whole('truncate'), 'abcdefghijkl', ['abcdefghij']],
  [whole({ type: 'truncate', length: 3 }), 'Rome', ['Rom']],
  [{ tokenizer: 'whitespace', filter: [{ type: 'length', min: 2, max: 3 }] }, 'a bb ccc dddd', ['bb', 'ccc']],
  [characters('html_strip'), '<b>A</b> &amp; B', ['A & B']],
  [characters({ type: 'mapping', mappings: ["’=>'", 'ß => ss'] }), 'l’Eßt', ["l'Esst"]],
  [characters({ type: 'pattern_replace', pattern: '(\\d)', replacement: '<$1>' }), 'a1', ['a<1>']],
];

const refused: readonly (readonly [analysis: Analysis, words: string])[] = [
  [whole({ type: 'edge_ngram', side: 'back' }), 'not supported here: [side]'],
  [whole({ type: 'lowercase', language: 'turkish' }), 'not supported here: [language]'],
  [characters({ type: 'mapping', mappings: ['a=>b'], mappings_path: 'file' }), 'not supported here: [mappings_path]'],
  [characters({ type: 'mapping', mappings: ['a'] }), 'Invalid Mapping Rule : [a]'],
  [whole({ type: 'pattern_replace', replacement: '' }), 'pattern is missing'],
  [{ tokenizer: { type: 'ngram', min_gram: 1, max_gram: 3 } }, 'must be less than or equal to: [1] but was [2]'],
  [{ tokenizer: { type: 'edge_ngram', token_chars: ['leter'] } }, `Unknown token type: 'leter'`],
  [{ filter: ['edge_ngram'] }, 'may not use'],
];

const tokenList = z.object({ tokens: z.array(z.object({ token: z.string() })) });

function describeAnalysis(address: string): void {
  const analyze = (analysis: Analysis, text: string): Promise<Response> =>
    fetch(`${address}/_analyze`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...analysis, text }),
      signal: AbortSignal.timeout(answerWithinMs),
    });

  test.each(cases)('Analysis %j turns %j into %j', async (analysis, text, tokens) => {
    const reply = await analyze(analysis, text);
    const answer: unknown = await reply.json();
    expect(answer).toEqual(expect.objectContaining({ tokens: expect.any(Array) }));
    expect(tokenList.parse(answer).tokens.map(({ token }) => token)).toEqual(tokens);
  });

  test.each(refused)('Analysis %j answers 400', async (analysis, words) => {
    const reply = await analyze(analysis, 'a');
    expect(reply.status).toBe(400);
    expect(JSON.parse(await reply.text())).toMatchObject({ error: { reason: expect.stringContaining(words) } });
  });
}

if (url) describeAnalysis(url);
else test('tokenizers and filters of our module on Elasticsearch', (context) => context.skip('ELASTICSEARCH_URL is not set'));
