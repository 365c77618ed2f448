import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { LanguageModel } from '@waystory/infra/language-model/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { type Workflows, workflowsOn } from '@waystory/infra/workflows/port.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { createCredits } from '../credits.ts';
import { messagesOf } from '../thread/messages.ts';
import { threadStream, threadStreamName } from '../thread/thread.ts';
import { toolActivities } from '../tools/tool-call.activities.ts';
import { internet } from '../web-browser/fetch-page.ts';
import { PageGuard } from './page-guard.ts';
import { Turns } from './turns.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct(contextsWithAssistant);
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

/**
 * A turn with one tool call, create_itinerary by default.
 * @param meanwhile Runs before the call; `started` is called when a workflow starts.
 */
async function turn(
  meanwhile: (threadId: string) => Promise<unknown>,
  started: (threadId: string, run: string) => Promise<unknown>,
  [name, args] = ['create_itinerary', '{"title":"Lisbon"}'],
) {
  const { host, engines } = product;
  const threadId = newId();
  const real = workflowsOn(engines.workflows);
  const workflows: Workflows = {
    ...real,
    start: async (workflow, id, input) => {
      await started(threadId, id);
      return real.start(workflow, id, input);
    },
  };
  let steps = 0;
  const model: LanguageModel = {
    ask: async () => {},
    async *stream() {
      if (steps++ === 0) {
        await meanwhile(threadId);
        yield { kind: 'call', callId: 'one', name };
        yield { kind: 'arguments', callId: 'one', text: args };
      }
      yield { kind: 'finish', reason: 'stop', usage: null };
    },
  };
  const { runTool } = toolActivities({ clientFor: host.clientFor, config: readConfig({}), commands: createCommandHandler(engines.events) }, internet);
  const turns = new Turns({
    ...{ commands: createCommandHandler(engines.events), events: engines.events, workflows, runTool, clientFor: host.clientFor, model },
    ...{ credits: createCredits(host.clientFor, engines.events), limits: { steps: 3, calls: 3, tokens: 1_000 }, log: createLog('silent') },
    guardOf: (messages, isAboutOthers) => new PageGuard(messages, isAboutOthers),
    firstWord: () => {},
  });
  for await (const _ of await turns.begin({
    threadId,
    message: { text: 'Plan', replaces: null },
    itineraryId: null,
    actor: ada,
    context: { commandId: newId() },
  }));
  await turns.end();
  return messagesOf(await engines.events.read(threadStreamName(threadId)));
}

test('Tool call is stored in the thread before its workflow starts', async () => {
  const known: string[] = [];
  const look = async (threadId: string, run: string): Promise<void> => {
    const [, answer] = messagesOf(await product.engines.events.read(threadStreamName(threadId)));
    if (run.startsWith('tool:'))
      known.push(...(answer?.toolInvocations ?? []).map(({ state, toolCallId }) => `${state} ${run.endsWith(toolCallId)}`));
  };
  await turn(async () => {}, look);
  expect(known).toEqual(['call true']);
});

test('Writer whose answer was ended by another process starts no tool call', async () => {
  const begun: string[] = [];
  const interrupt = async (threadId: string): Promise<void> => {
    const commands = createCommandHandler(product.engines.events);
    // The model is called while the question is being stored, so the state is polled.
    const messageId = await vi.waitUntil(async () => (await commands.load(threadStream, threadId)).state?.running?.messageId);
    const silentSince = new Date(Date.now() + 1_000).toISOString();
    const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
    await commands.execute(threadStream, threadId, [{ type: 'InterruptAnswer', messageId, silentSince }], context);
  };
  const [, answer] = await turn(interrupt, async (_, run) => begun.push(run));
  expect(begun.filter((run) => run.startsWith('tool:'))).toEqual([]);
  expect(answer?.annotations).toEqual([{ type: 'outcome', outcome: 'INTERRUPTED', code: null }]);
});

test('Tool call that only reads starts no workflow', async () => {
  const begun: string[] = [];
  const [, answer] = await turn(
    async () => {},
    async (_, run) => begun.push(run),
    ['lookup_location', '{"query":"Lisbon"}'],
  );
  expect(begun.filter((run) => run.startsWith('tool:'))).toEqual([]);
  expect(answer?.toolInvocations).toMatchObject([
    { state: 'result', toolName: 'lookup_location', result: { candidates: expect.arrayContaining([expect.objectContaining({ name: 'Lisbon' })]) } },
  ]);
});
