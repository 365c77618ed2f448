import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LanguageModel, ModelDelta, ModelMessage, ModelRequest, ModelTool } from './port.ts';

/** A provider, and a model on it that says what is written here. */
export interface ModelUnderTest {
  model: LanguageModel;
  /** The same with a key that the provider does not know. */
  stranger: LanguageModel;
  /** The same at an address where the provider has nothing. */
  astray: LanguageModel;
  /** Answers how many pieces the provider wrote of its latest answer, once it writes none any more. */
  written(): Promise<number>;
  close(): Promise<void>;
}

/** Questions by what is answered to them. */
export const questions = {
  /** `Good morning from Lisbon.`, in several pieces. */
  text: 'Say something.',
  /** `add_day` with a title and `lookup_location` with a query, in several pieces each. */
  calls: 'Make a call, please.',
  /** Text without an end, until the provider has had enough of it: the answer is cut off at so many pieces. */
  endless: 'Go on and ramble.',
} as const;
export const said = 'Good morning from Lisbon.';
export const called = [
  ['add_day', { title: 'Old town' }],
  ['lookup_location', { query: 'Belém' }],
] as const;
/** Pieces of the endless answer. */
export const longestAnswer = 400;

const toolOf = (name: string, field: string): ModelTool => ({
  name,
  description: `It takes a ${field}`,
  parameters: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field], additionalProperties: false },
});
const tools = [toolOf('add_day', 'title'), toolOf('lookup_location', 'query')];
const ask = (content: string, offered: readonly ModelTool[] = []): ModelRequest => ({ messages: [{ role: 'user', content }], tools: offered });
const unheard = (): AbortSignal => new AbortController().signal;

/** All of an answer. */
export async function read(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of stream) deltas.push(delta);
  return deltas;
}

const textIn = (deltas: readonly ModelDelta[]): string => deltas.map((delta) => (delta.kind === 'text' ? delta.text : '')).join('');
const callsIn = (deltas: readonly ModelDelta[]) =>
  deltas.flatMap((delta) => {
    if (delta.kind !== 'call') return [];
    const pieces = deltas.flatMap((one) => (one.kind === 'arguments' && one.callId === delta.callId ? [one.text] : []));
    return [{ id: delta.callId, name: delta.name, pieces, args: JSON.parse(pieces.join('')) as unknown }]; // for comparison alone
  });

/** What every adapter must do with a provider that does what it should; `make` gives it a real one. */
export function languageModelContract(make: () => Promise<ModelUnderTest>): void {
  let under: ModelUnderTest;
  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under?.close());

  test('is there when it is asked, and is not where the provider has nothing', async () => {
    await under.model.ask(unheard());
    await expect(under.astray.ask(unheard())).rejects.toMatchObject({ code: 'model/refused' });
  });

  describe('an answer', () => {
    test('is text that comes in pieces, ends because all is said, and is counted', async () => {
      const deltas = await read(under.model.stream(ask(questions.text), unheard()));
      expect(textIn(deltas)).toBe(said);
      expect(deltas.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(2);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'stop' });
      const { usage } = deltas.at(-1) as Extract<ModelDelta, { kind: 'finish' }>; // as was seen
      expect(usage?.promptTokens).toBeGreaterThan(0);
      expect(usage?.completionTokens).toBeGreaterThan(2);
    });

    test('calls several tools at once, whose arguments come in pieces', async () => {
      const deltas = await read(under.model.stream(ask(questions.calls, tools), unheard()));
      const calls = callsIn(deltas);
      expect(calls.map(({ name, args }) => [name, args])).toEqual(called);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { pieces } of calls) expect(pieces.length).toBeGreaterThan(1);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'tool-calls' });
    });

    test('goes on after the results of tools', async () => {
      const toolCalls = called.map(([name, args], index) => ({ id: `call-${index}`, name, arguments: JSON.stringify(args) }));
      const messages: ModelMessage[] = [
        { role: 'system', content: 'You plan trips.' },
        { role: 'user', content: questions.calls },
        { role: 'assistant', content: '', toolCalls },
        ...toolCalls.map(({ id }): ModelMessage => ({ role: 'tool', toolCallId: id, content: '{"id":"done"}' })),
      ];
      expect(textIn(await read(under.model.stream({ messages, tools }, unheard())))).toBe(said);
    });

    test('that is cut off for its length says so', async () => {
      const deltas = await read(under.model.stream(ask(questions.endless), unheard()));
      expect(deltas.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(longestAnswer / 2);
      expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'length' });
    });

    test('is kept apart from others at the same time', async () => {
      const asked = [questions.text, questions.calls, questions.text, questions.calls].map((words) =>
        read(under.model.stream(ask(words, words === questions.calls ? tools : []), unheard())),
      );
      const [text, calls, again, more] = await Promise.all(asked);
      expect([text, again].map((deltas = []) => textIn(deltas))).toEqual([said, said]);
      expect([calls, more].map((deltas = []) => callsIn(deltas).map(({ name, args }) => [name, args]))).toEqual([called, called]);
    });
  });

  describe('whoever', () => {
    test('stops is not answered any more, and the provider writes no further', async () => {
      const stop = new AbortController();
      const reading = async (): Promise<void> => {
        for await (const _ of under.model.stream(ask(questions.endless), stop.signal)) stop.abort(new Error('stopped'));
      };
      await expect(reading()).rejects.toThrow('stopped');
      expect(await under.written()).toBeLessThan(longestAnswer);
    });

    test('reads no further has the provider write no further', async () => {
      for await (const _ of under.model.stream(ask(questions.endless), unheard())) break;
      expect(await under.written()).toBeLessThan(longestAnswer);
    });

    test('has stopped before is not answered at all', async () => {
      await expect(read(under.model.stream(ask(questions.text), AbortSignal.abort(new Error('stopped'))))).rejects.toThrow('stopped');
    });

    test('is not known to the provider is refused, and so is what it does not have', async () => {
      await expect(read(under.stranger.stream(ask(questions.text), unheard()))).rejects.toMatchObject({ code: 'model/refused' });
      await expect(read(under.astray.stream(ask(questions.text), unheard()))).rejects.toMatchObject({ code: 'model/refused' });
    });
  });
}
