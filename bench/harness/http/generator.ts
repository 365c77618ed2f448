import { closedLoop } from '../closed-loop.ts';
import { answerQuestions } from '../worker.ts';
import { openConnection } from './connection.ts';
import { type Traffic, turnMark } from './traffic.ts';

let turn = 0;

/** Every connection is used once before the clock runs. */
async function run({ port, callers, seconds, requests }: Traffic) {
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(port)));
  const next = async (caller: number): Promise<void> => {
    turn++;
    const request = requests[turn % requests.length] ?? '';
    await connections[caller]?.send(request.includes(turnMark) ? request.replace(turnMark, String(turn)) : request);
  };
  await Promise.all(connections.map((_, caller) => next(caller)));
  const load = await closedLoop(callers, seconds, next);
  for (const connection of connections) connection.close();
  return load;
}

answerQuestions(run, async () => {});
