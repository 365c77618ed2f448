import { readFileSync } from 'node:fs';
import { seededRandom } from '../../harness/seeded-numbers.ts';
import { workerSettings } from '../../harness/worker.ts';
import { type ScenarioName, scenarioNames, scenarios } from '../../load/scenarios.ts';
import { loadFixture } from '../../load/stage.ts';
import { type MetricsEmitter, Visit, VisitEnded, type VisitRequest, type VisitResponse } from '../../load/visit.ts';
import { runOpenLoop, serveLoadCommands } from '../environment/load.ts';
import type { VisitFault, VisitorsReport } from './visitors.ts';

const staged = loadFixture.parse(JSON.parse(readFileSync(workerSettings<{ stageFile: string }>().stageFile, 'utf8')));
const random = seededRandom(staged.seed);

const nothing = (): VisitorsReport => ({ visits: 0, answered: 0, lateMs: 0, times: {}, troubles: [], written: [] });
let report = nothing();

const counting: MetricsEmitter = {
  emit(kind, name, figure) {
    if (kind !== 'histogram') return;
    report.times[name] ??= [];
    report.times[name].push(figure);
  },
};

class RememberedVisit extends Visit {
  override async ask(metric: Parameters<Visit['ask']>[0], asking: VisitRequest): Promise<VisitResponse> {
    const response = await super.ask(metric, asking);
    report.answered += 1;
    if (response.position > 0) report.written.push(response.position);
    return response;
  }
}

function next(): ScenarioName {
  let left = random() * scenarioNames.reduce((sum, name) => sum + scenarios[name].weight, 0);
  for (const name of scenarioNames) {
    left -= scenarios[name].weight;
    if (left < 0) return name;
  }
  return 'browse';
}

async function visitOnce(): Promise<void> {
  const name = next();
  report.visits += 1;
  try {
    await scenarios[name].run(new RememberedVisit(staged, random, counting));
  } catch (error) {
    report.troubles.push({ at: Date.now(), scenario: name, ...kindOf(error) });
  }
}

/** Codes of overload and of a late read model. */
const comeAgain = /"code":"(request\/overloaded|read\/behind)"/;

function kindOf(error: unknown): Pick<VisitFault, 'kind' | 'what'> {
  const what = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof VisitEnded && comeAgain.test(what) ? 'told to come again' : 'failed', what: what.slice(0, 300) };
}

serveLoadCommands<number>(
  async (perSecond, signal) => {
    report = nothing();
    report.lateMs = await runOpenLoop(perSecond, visitOnce, signal);
  },
  async () => report,
);
