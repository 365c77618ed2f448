import { startProduct } from '../../harness/product.ts';
import { printTable } from '../../harness/report.ts';
import { launchBrowser } from '../../home/browser.ts';
import type { Tally } from '../tally.ts';
import { serveClient } from './client-page.ts';
import { answerIn, Stage } from './stage.ts';

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'social', 'world'];
/** Words a second of the built-in model: slow enough to be stopped and left in the middle. */
const pace = '60';
const wish = '3 days in Lisbon with food and views';

/** What the client saw of one thing that it did, for the table. */
interface Row {
  what: string;
  saw: string;
}

/**
 * `useChat` of `@ai-sdk/react` 1.2.12 talks with the built product from a page of another origin, in Chromium: aborting a fetch, reading a body as it
 * comes and what another origin may see of an answer are the browser's, and no stand-in for a document has them.
 */
export async function chatClientDrill({ tally }: { tally: Tally }): Promise<void> {
  await using held = new AsyncDisposableStack();
  const client = await serveClient();
  held.defer(async () => void (await client.stop()));
  const product = await startProduct({ seed: 'none', contexts, settings: { CORS_ORIGINS: client.origin, SANDBOX_MODEL_PACE: pace } });
  held.defer(product.stop);
  const browser = await launchBrowser();
  held.defer(() => browser.close());
  const stage = new Stage(browser, client.origin, product, tally);
  const rows: Row[] = [];
  for (const act of [asks, stops, leaves, isUnknown]) rows.push(...(await act(stage)));
  printTable(
    ['what @ai-sdk/react 1.2.12 does', 'what it saw'],
    rows.map(({ what, saw }) => [what, saw]),
  );
}

/** A question, its answer with tools, and another question in the same thread. */
async function asks(stage: Stage): Promise<Row[]> {
  const { tally } = stage;
  const chat = await stage.open();
  await chat.send(wish);
  const first = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.includes('streaming'));
  const kept = await stage.messagesOf(first.threadId);
  const [answer, told] = [answerIn(first), kept.at(-1)];
  const statuses = first.statuses.join(' > ');
  tally.record(statuses === 'ready > submitted > streaming > ready', `an answer is ${statuses}`);
  tally.record(answer?.content === told?.content && answer?.id === told?.id, 'the answer is the one that the product keeps, with its id');
  tally.record(JSON.stringify(callsOf(answer)) === JSON.stringify(callsOf(told)), 'so are the calls of its tools, with their results');
  const ways = [...new Set(Object.values(first.tools).map((states) => states.join(' > ')))];
  const calls = Object.keys(first.tools).length;
  tally.record(calls > 3 && ways.join() === 'partial-call > call > result', `each of ${calls} calls of tools is ${ways.join(' or ')}`);
  const [finish] = first.finishes;
  const { promptTokens = Number.NaN, completionTokens = Number.NaN } = finish?.usage ?? {};
  tally.record(finish?.finishReason === 'stop' && promptTokens + completionTokens > 0, `it ends with ${finish?.finishReason} and its tokens`);

  await chat.send('Make it two days');
  const second = await chat.until(({ finishes }) => finishes.length === 2);
  const roles = (await stage.messagesOf(second.threadId)).map(({ role }) => role).join(' > ');
  tally.record(second.threadId === first.threadId && roles === 'user > assistant > user > assistant', `a second question goes on: ${roles}`);
  tally.record(second.errors.length === 0, 'and no error was told');
  await chat.close();
  return [
    { what: 'asks', saw: statuses },
    { what: 'shows calls of tools', saw: `${calls} calls, ${ways.join(' or ')}` },
    { what: 'hears of the end', saw: `${finish?.finishReason}, ${promptTokens} tokens read, ${completionTokens} written` },
    { what: 'asks again in the thread', saw: roles },
  ];
}

const callsOf = (message: { toolInvocations?: readonly object[] | undefined } | undefined) =>
  message?.toolInvocations?.map((call) => Object.fromEntries(Object.entries(call).sort(([one], [other]) => (one < other ? -1 : 1))));

/** The hook stops reading; the call for it stops the answer itself. */
async function stops(stage: Stage): Promise<Row[]> {
  const { tally } = stage;
  const chat = await stage.open();
  await chat.send(wish);
  await chat.until(({ tools }) => Object.keys(tools).length > 0);
  await chat.stop();
  const stopped = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.length > 1);
  tally.record(
    stopped.errors.length === 0 && answerIn(stopped) !== undefined,
    'what was stopped is ready, without an error, and its beginning stays',
  );
  await chat.send('And food?');
  const refused = await chat.until(({ errors }) => errors.length > 0);
  const { code = '', status = 0 } = JSON.parse(refused.errors[0] ?? '{}') as { code?: string; status?: number }; // a problem
  tally.record(code === 'chat/turn-running' && refused.statuses.at(-1) === 'error', `the answer goes on: another question is refused with ${code}`);
  await stage.call(`/chat/${stopped.threadId}/answer`, 'DELETE');
  const [outcome] = (await stage.messagesOf(stopped.threadId)).at(-1)?.annotations ?? [];
  tally.record(JSON.stringify(outcome).includes('"STOPPED"'), 'DELETE /chat/{threadId}/answer stops it');
  await chat.send('And food?');
  const next = await chat.until(({ finishes }) => finishes.length === 1);
  tally.record(next.statuses.at(-1) === 'ready', 'after which the next question is answered');
  await chat.close();
  return [
    { what: 'stops', saw: stopped.statuses.join(' > ') },
    { what: 'asks while the answer goes on', saw: `error: ${status} ${code}` },
    { what: 'asks after DELETE /chat/{threadId}/answer', saw: next.statuses.slice(-3).join(' > ') },
  ];
}

/** A page that is left in the middle of an answer is opened again on its thread. */
async function leaves(stage: Stage): Promise<Row[]> {
  const { tally } = stage;
  const left = await stage.open();
  await left.send(wish);
  const { threadId } = await left.until(({ tools }) => Object.values(tools).some((states) => states.includes('result')));
  await left.close();
  const chat = await stage.open({ thread: threadId ?? '' });
  const resumed = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.includes('streaming'));
  const kept = await stage.messagesOf(threadId);
  const roles = resumed.messages.map(({ role }) => role).join(' > ');
  tally.record(roles === 'user > assistant', `a page that is opened in the middle of an answer shows ${roles}`);
  tally.record(answerIn(resumed)?.content === kept.at(-1)?.content, 'with the whole answer, once');
  tally.record(JSON.stringify(callsOf(answerIn(resumed))) === JSON.stringify(callsOf(kept.at(-1))), 'and all calls of its tools, once');
  await chat.close();

  const whole = await stage.open({ thread: threadId ?? '' });
  const again = await whole.until(({ statuses }) => statuses.join() === 'ready,submitted,ready');
  tally.record(
    again.errors.length === 0 && answerIn(again)?.content === kept.at(-1)?.content,
    'one that is opened afterwards shows it as well: there is nothing to go on with',
  );
  await whole.close();
  return [
    { what: 'resumes in the middle', saw: `${resumed.statuses.join(' > ')}; ${roles}` },
    { what: 'resumes when it is over', saw: again.statuses.join(' > ') },
  ];
}

/** Nobody is signed in. */
async function isUnknown(stage: Stage): Promise<Row[]> {
  const chat = await stage.open({ isSignedIn: false });
  await chat.send(wish);
  const { errors, statuses } = await chat.until((seen) => seen.errors.length > 0);
  const [error = ''] = errors;
  stage.tally.record(/Unauthorized|401/.test(error), 'without a token its error tells of a 401');
  const way = statuses.join(' > ');
  stage.tally.record(way === 'ready > submitted > error', `and it is ${way}`);
  await chat.close();
  return [{ what: 'asks without a token', saw: `${way}; ${error.slice(0, 80)}` }];
}
