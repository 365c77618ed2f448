import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { worldCitiesFolder } from '../suite/run-conversation.ts';
import { type Atlas, loadAtlas } from '../world/atlas.ts';
import { nextStep } from './next-step.ts';
import type { Message } from './session.ts';

let atlas: Atlas;
beforeAll(async () => {
  atlas = await loadAtlas(worldCitiesFolder);
});

const tools =
  'create_itinerary add_day add_stop update_itinerary update_stop remove_stop lookup_location optimize_route web_browser google_search'.split(' ');
const user = (content: string): Message => ({ role: 'user', content });

/** Runs the model until it ends its turn; `answer` returns the result of a tool call, or null for a call without a result. */
function talk(messages: Message[], answer: (name: string, args: Record<string, unknown>) => string | null): { reply: string; called: string[] } {
  const called: string[] = [];
  for (let step = 0; step < 12; step++) {
    const { say, calls } = nextStep({ messages, tools }, atlas);
    if (calls.length === 0) {
      messages.push({ role: 'assistant', content: say });
      return { reply: say, called };
    }
    const named = calls.map(({ name, args }, at) => ({ id: `call_${messages.length}_${at}`, function: { name, arguments: JSON.stringify(args) } }));
    messages.push({ role: 'assistant', content: say || null, tool_calls: named });
    for (const [at, { name, args }] of calls.entries()) {
      called.push(name);
      const content = answer(name, args);
      if (content !== null) messages.push({ role: 'tool', tool_call_id: named[at]?.id ?? '', content });
    }
  }
  throw new Error('It does not come to an end');
}

const failing = JSON.stringify({ error: { code: 'engine/unavailable', detail: 'The engine is away' } });
const belem = {
  placeId: '0190163d-8694-739b-aea5-966c26f8ad90',
  ...{ name: 'Torre de Belém', placeName: 'Torre de Belém, Lisbon', featureType: 'poi', source: 'RECORDED', kmFromTrip: null },
  coordinates: { latitude: 38.69159, longitude: -9.21598 },
  address: {},
};

const interrupted = JSON.stringify({ error: { code: 'tool/interrupted', detail: 'The result of this call was lost.' } });

describe('planner after a failed tool call', () => {
  test('repeats a lookup exactly once when its result is the error tool/interrupted', () => {
    const queries: unknown[] = [];
    talk([user('3 days in Lisbon')], (name, { query }) => {
      if (name !== 'lookup_location') return failing;
      queries.push(query);
      return queries.length === 1 ? JSON.stringify({ candidates: [belem] }) : queries.length <= 5 ? interrupted : failing;
    });
    expect(queries.filter((query, index) => queries.indexOf(query) !== index)).toEqual(queries.slice(1, 5));
    const { called: never, reply } = talk([user('3 days in Lisbon')], () => interrupted);
    expect(new Set(never)).toEqual(new Set(['lookup_location']));
    expect(reply).toMatch(/wrote nothing/);
  });

  test('calls no write tool when all lookups fail, and says that it wrote nothing', () => {
    const { reply, called } = talk([user('3 days in Lisbon')], () => failing);
    expect(new Set(called)).toEqual(new Set(['lookup_location']));
    expect(reply).toMatch(/wrote nothing/);
  });

  test('creates no itinerary from a place of the same name 179 km away', () => {
    const elsewhere = { ...belem, coordinates: { latitude: 40, longitude: -8 } };
    const { called } = talk([user('3 days in Lisbon')], (name) =>
      name === 'lookup_location' ? JSON.stringify({ candidates: [elsewhere] }) : failing,
    );
    expect(called).not.toContain('create_itinerary');
  });

  test('replies with the reason when create_itinerary fails', () => {
    const { reply, called } = talk([user('1 day in Lisbon, I must see the Torre de Belém')], (name) =>
      name === 'lookup_location' ? JSON.stringify({ candidates: [belem] }) : failing,
    );
    expect(called.at(-1)).toBe('create_itinerary');
    expect(reply).toBe('I could not create the itinerary: The engine is away.');
  });

  test('replies with the number of stops that add_stop refused', () => {
    const { reply } = talk([user('1 day in Lisbon, I must see the Torre de Belém')], (name) => {
      if (name === 'lookup_location') return JSON.stringify({ candidates: [belem] });
      return name === 'add_stop' ? failing : JSON.stringify({ id: `${name}-id`, title: 'A day', number: 1 });
    });
    expect(reply).toMatch(/0 stops on 1 day/);
    expect(reply).toMatch(/1 stop could not be added/);
  });
});

test('Turn with lookup results in its messages continues with create_itinerary', () => {
  const messages = [user('1 day in Lisbon, I must see the Torre de Belém')];
  const whole = nextStep({ messages, tools }, atlas);
  messages.push({
    role: 'assistant',
    content: whole.say,
    tool_calls: whole.calls.map(({ name, args }, at) => ({ id: `c${at}`, function: { name, arguments: JSON.stringify(args) } })),
  });
  for (const at of whole.calls.keys()) messages.push({ role: 'tool', tool_call_id: `c${at}`, content: JSON.stringify({ candidates: [belem] }) });
  expect(nextStep({ messages: structuredClone(messages), tools }, atlas).calls.map(({ name }) => name)).toEqual(['create_itinerary']);
});

test('Planner changes an itinerary that only the system prompt contains', () => {
  const itinerary = {
    id: '0190163d-8694-739b-aea5-000000000001',
    title: 'Lisbon',
    days: [
      {
        id: 'd1',
        title: null,
        stops: [{ id: 's1', title: 'The tower', placeName: 'Torre de Belém', coordinates: belem.coordinates, durationMinutes: 60 }],
      },
    ],
  };
  const system: Message = { role: 'system', content: `The open page:\n\`\`\`json\n${JSON.stringify({ itinerary })}\n\`\`\`` };
  expect(nextStep({ messages: [system, user('make day 1 slower')], tools }, atlas).calls).toEqual([
    { name: 'update_stop', args: { itineraryId: itinerary.id, stopId: 's1', durationMinutes: 85 } },
  ]);
});

const words = fc.constantFrom(
  ...'3 days in Lisbon Rome Springfield Italy museum swap remove add near the river day 2 slower for a view we arrive at noon everything north of another instead no churches stay Pantheon Which one make it ? , . and with https://a.b'.split(
    ' ',
  ),
);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
);
const anyAnswer = fc.oneof(
  fc.constant(null),
  fc.constant(failing),
  fc.constant('{"id": "x'),
  fc.json({ maxDepth: 2 }),
  fc.constant(JSON.stringify({ candidates: [belem] })),
  fc.constant(JSON.stringify({ id: 'i1', title: 'Trip', number: 1 })),
  fc.constant(JSON.stringify({ id: 's1', title: 'Stop', state: 'SUGGESTED', place: { ...belem, id: belem.placeId }, kmFromDay: null })),
);

test('Planner ends its turn with a text and proposes only looked-up places, for any messages and tool results', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), fc.infiniteStream(anyAnswer), (texts, answers) => {
      const messages: Message[] = [];
      const known = new Set<unknown>();
      for (const text of texts) {
        messages.push(user(text));
        const { reply } = talk(messages, (name, args) => {
          if (name === 'add_stop') expect(known).toContain(args.placeId);
          const content: string | null = answers.next().value ?? null;
          if (name === 'lookup_location' && content?.includes(belem.placeId)) known.add(belem.placeId);
          return content;
        });
        expect(reply.trim()).not.toBe('');
      }
    }),
    { numRuns: 150 },
  );
});

const repeated = [
  'no a, ',
  'no museums, parks, ',
  'Paris and ',
  'Aa Bb and ',
  'add x near y ',
  'swap a for b ',
  'in Aaa Bbb ',
  '3 days in ',
  'from 3 to ',
  'a',
  ' ',
  '(',
  'two more ',
  'or ',
];
test.each(repeated)('Planner answers 10,000 characters of %j within 5 s', (unit) => {
  const started = performance.now();
  nextStep({ messages: [user(unit.repeat(Math.ceil(10_000 / unit.length)))], tools }, atlas);
  // A regular expression with catastrophic backtracking takes minutes.
  expect(performance.now() - started).toBeLessThan(5_000);
});
