import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LanguageModel, ModelDelta, ModelMessage, ModelRequest, ModelTool } from './port.ts';

/** Adapters under test, connected to one provider with a scripted model. */
export interface ModelUnderTest {
  model: LanguageModel;
  /** The same model with an API key that the provider does not know. */
  stranger: LanguageModel;
  /** The same model with a base URL under which the provider serves nothing. */
  astray: LanguageModel;
  /** Number of chunks that the provider has written of the last answer; resolves once it has stopped writing. */
  written(): Promise<number>;
  close(): Promise<void>;
}

/** User messages, keyed by the kind of their scripted answer. */
export const scriptedQuestions = {
  /** `Good morning from Lisbon.`, in several pieces. */
  text: 'Say something.',
  /** Calls of `add_day` with a title and `lookup_location` with a query, each in several pieces. */
  calls: 'Make a call, please.',
  /** An endless text, which the provider cuts off after `longestAnswerChunks` pieces. */
  endless: 'Go on and ramble.',
} as const;
export const scriptedText = 'Good morning from Lisbon.';
export const scriptedCalls = [
  ['add_day', { title: 'Old town' }],
  ['lookup_location', { query: 'Belém' }],
] as const;
/** Number of pieces of the endless answer. */
export const longestAnswerChunks = 400;

const toolOf = (name: string, field: string): ModelTool => ({
  name,
  description: `It takes a ${field}`,
  parameters: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field], additionalProperties: false },
});
const tools = [toolOf('add_day', 'title'), toolOf('lookup_location', 'query')];
const ask = (content: string, offered: readonly ModelTool[] = []): ModelRequest => ({ messages: [{ role: 'user', content }], tools: offered });
const unheard = (): AbortSignal => new AbortController().signal;

/** Reads an answer to its end. */
export async function readDeltas(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of stream) deltas.push(delta);
  return deltas;
}

const textIn = (deltas: readonly ModelDelta[]): string => deltas.map((delta) => (delta.kind === 'text' ? delta.text : '')).join('');
const callsIn = (deltas: readonly ModelDelta[]) =>
  deltas.flatMap((delta) => {
    if (delta.kind !== 'call') return [];
    const pieces = deltas.flatMap((one) => (one.kind === 'arguments' && one.callId === delta.callId ? [one.text] : []));
    return [{ id: delta.callId, name: delta.name, pieces, args: JSON.parse(pieces.join('')) as unknown }]; // only compared
  });

/** Contract of a language model; `make` starts a provider with a scripted model. */
export function languageModelContract(make: () => Promise<ModelUnderTest>): void {
  let under: ModelUnderTest;
  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under?.close());

  test('language model check succeeds, and fails with model/refused at a wrong base URL', async () => {
    await under.model.ask(unheard());
    await expect(under.astray.ask(unheard())).rejects.toMatchObject({ code: 'model/refused' });
  });

  describe('language model answer', () => {
    test('comes as text in pieces with a finish reason and token counts', async () => {
      const deltas = await readDeltas(under.model.stream(ask(scriptedQuestions.text), unheard()));
      expect(textIn(deltas)).toBe(scriptedText);
      expect(deltas.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(2);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'stop' });
      const { usage } = deltas.at(-1) as Extract<ModelDelta, { kind: 'finish' }>; // as: checked above
      expect(usage?.promptTokens).toBeGreaterThan(0);
      expect(usage?.completionTokens).toBeGreaterThan(2);
    });

    test('calls several tools with arguments in pieces', async () => {
      const deltas = await readDeltas(under.model.stream(ask(scriptedQuestions.calls, tools), unheard()));
      const calls = callsIn(deltas);
      expect(calls.map(({ name, args }) => [name, args])).toEqual(scriptedCalls);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { pieces } of calls) expect(pieces.length).toBeGreaterThan(1);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'tool-calls' });
    });

    test('continues after the results of tools', async () => {
      const toolCalls = scriptedCalls.map(([name, args], index) => ({ id: `call-${index}`, name, arguments: JSON.stringify(args) }));
      const messages: ModelMessage[] = [
        { role: 'system', content: 'You plan trips.' },
        { role: 'user', content: scriptedQuestions.calls },
        { role: 'assistant', content: '', toolCalls },
        ...toolCalls.map(({ id }): ModelMessage => ({ role: 'tool', toolCallId: id, content: '{"id":"done"}' })),
      ];
      expect(textIn(await readDeltas(under.model.stream({ messages, tools }, unheard())))).toBe(scriptedText);
    });

    test('has the finish reason length when it is cut off', async () => {
      const deltas = await readDeltas(under.model.stream(ask(scriptedQuestions.endless), unheard()));
      expect(deltas.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(longestAnswerChunks / 2);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'length' });
    });

    test('is independent of concurrent answers', async () => {
      const asked = [scriptedQuestions.text, scriptedQuestions.calls, scriptedQuestions.text, scriptedQuestions.calls].map((words) =>
        readDeltas(under.model.stream(ask(words, words === scriptedQuestions.calls ? tools : []), unheard())),
      );
      const [text, calls, again, more] = await Promise.all(asked);
      expect([text, again].map((deltas = []) => textIn(deltas))).toEqual([scriptedText, scriptedText]);
      expect([calls, more].map((deltas = []) => callsIn(deltas).map(({ name, args }) => [name, args]))).toEqual([scriptedCalls, scriptedCalls]);
    });
  });

  describe('language model caller', () => {
    test('aborts, and the provider stops writing', async () => {
      const stop = new AbortController();
      const reading = async (): Promise<void> => {
        for await (const _ of under.model.stream(ask(scriptedQuestions.endless), stop.signal)) stop.abort(new Error('stopped'));
      };
      await expect(reading()).rejects.toThrow('stopped');
      expect(await under.written()).toBeLessThan(longestAnswerChunks);
    });

    test('stops reading, and the provider stops writing', async () => {
      for await (const _ of under.model.stream(ask(scriptedQuestions.endless), unheard())) break;
      expect(await under.written()).toBeLessThan(longestAnswerChunks);
    });

    test('with an aborted signal gets no answer', async () => {
      await expect(readDeltas(under.model.stream(ask(scriptedQuestions.text), AbortSignal.abort(new Error('stopped'))))).rejects.toThrow('stopped');
    });

    test('with an unknown API key or base URL gets model/refused', async () => {
      await expect(readDeltas(under.stranger.stream(ask(scriptedQuestions.text), unheard()))).rejects.toMatchObject({ code: 'model/refused' });
      await expect(readDeltas(under.astray.stream(ask(scriptedQuestions.text), unheard()))).rejects.toMatchObject({ code: 'model/refused' });
    });
  });
}
