import { gazetteerPlaces } from '@waystory/infra/places/gazetteer.ts';
import { toolNames } from '@waystory/proto/assistant/tools/registry.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { nextStep } from '../conversation/next-step.ts';
import { loadAtlas } from '../world/atlas.ts';
import { checkEveryAnswer } from './checks.ts';
import { editConversations } from './conversations/edits.ts';
import { honestyConversations } from './conversations/honest.ts';
import { planConversations } from './conversations/plans.ts';
import { type Conversation, converse, type SuiteFixture, withLookupCache, worldCitiesFolder } from './run-conversation.ts';
import { recordedPlaces } from './tools-in-memory.ts';

const conversations = [...planConversations, ...honestyConversations, ...editConversations];
/** Minimum share of conversations that pass; none may name a place that does not exist. */
const bar = 0.95;

let world: SuiteFixture;
beforeAll(async () => {
  const atlas = await loadAtlas(worldCitiesFolder);
  world = { atlas, places: withLookupCache(gazetteerPlaces()), recorded: recordedPlaces(atlas) };
});

/** Violations in a conversation, in words. */
async function faultsOf({ exchanges, canRemove }: Conversation): Promise<string[]> {
  const offered = [...toolNames, ...(canRemove ? ['remove_stop'] : [])];
  const told = await converse(
    world,
    exchanges.map(([says]) => says),
    offered,
  );
  return exchanges.flatMap(([says, ...checks], at) => {
    const answer = told[at];
    return answer
      ? [checkEveryAnswer, ...checks].flatMap((check) => check(answer, world.atlas).map((fault) => `${says} → ${fault}`))
      : [`${says} → no answer`];
  });
}

describe('conversation suite', () => {
  test('has at least 150 conversations', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(150);
  });

  test('is passed by the planner in at least 95 % of its conversations, and in all without an invented place', { timeout: 120_000 }, async () => {
    const faults: string[][] = [];
    for (const conversation of conversations) faults.push(await faultsOf(conversation));
    const failed = faults.filter((some) => some.length > 0);
    expect(failed.flat().filter((fault) => /no real place|made up/.test(fault))).toEqual([]);
    expect(1 - failed.length / conversations.length, failed.flat().join('\n')).toBeGreaterThanOrEqual(bar);
  });
});

test('nextStep() returns the same step for equal conversations', () => {
  const request = { messages: [{ role: 'user' as const, content: 'A week in Italy with art' }], tools: toolNames };
  expect(nextStep(request, world.atlas)).toEqual(nextStep(structuredClone(request), world.atlas));
});
