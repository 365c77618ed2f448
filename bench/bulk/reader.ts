import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../harness/http/connection.ts';
import { rawRequest } from '../harness/http/traffic.ts';
import { answerQuestions } from '../harness/worker.ts';

export interface ReaderSettings {
  port: number;
  paths: readonly string[];
}

/** What was read since the last time: milliseconds of each. */
export type ReaderQuestion = 'take';

const everyMs = 20;

// The one argument is what the bench passes.
const { port, paths } = JSON.parse(process.argv[2] ?? '{}') as ReaderSettings;
const connection = await openConnection(port);
let latencies: number[] = [];
let closing = false;

/** Somebody who reads something new all the time, past the answers that are kept. */
const reading = (async () => {
  for (let turn = 0; !closing; turn++) {
    const begin = performance.now();
    await connection.send(rawRequest({ path: paths[turn % paths.length] ?? '', anew: true }));
    latencies.push(performance.now() - begin);
    await pause(everyMs);
  }
})();

answerQuestions<ReaderQuestion>(
  async () => {
    const taken = latencies;
    latencies = [];
    return taken;
  },
  async () => {
    closing = true;
    await reading;
    connection.close();
  },
);
