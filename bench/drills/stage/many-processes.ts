import { stateOf } from '@waystory/services/cluster/process-state.ts';
import type { SupervisedProcess } from '@waystory/services/cluster/supervised-process.ts';
import { openDrillCluster } from '../cluster/drill-cluster.ts';
import { until } from '../cluster/progress.ts';
import type { Stage, StagePlan } from './stage.ts';

const readyWithinMs = 180_000;

/** The product as many processes, whose workflows are on the server of Temporal. What must run in a process that is known is asked of one of them. */
export async function openManyProcesses({ name, contexts, settings }: StagePlan): Promise<Stage> {
  const cluster = await openDrillCluster(name, ['temporal'], { contexts, settings });
  const { processes, port, tokens, engines, env, close } = cluster;
  const processOf = (role: string): SupervisedProcess => {
    const found = processes.find(({ roles }) => roles.includes(role));
    if (!found) throw new Error(`There is no ${role}`);
    return found;
  };
  const [server, worker] = [processOf('command'), processOf('worker')];
  const temporal = cluster.server('temporal');

  const killAndWait = async (...victims: SupervisedProcess[]): Promise<void> => {
    const before = victims.map((victim) => victim.restarts());
    for (const victim of victims) process.kill(victim.pid() ?? Number.NaN, 'SIGKILL');
    const isBack = async (): Promise<boolean> => {
      const states = await Promise.all(victims.map(stateOf));
      return states.every(({ health, restarts }, index) => health === 'ready' && restarts > (before[index] ?? 0));
    };
    if (!(await until(isBack, readyWithinMs))) throw new Error('A process was not ready in time');
  };
  const restartTemporal = async (): Promise<void> => {
    await temporal.kill();
    await temporal.restart();
  };
  /** What is killed, and whether somebody is left who ends what its turns were. */
  const victims: Record<string, { kill: () => Promise<void>; isWatched: boolean }> = {
    server: { kill: () => killAndWait(server), isWatched: true },
    worker: { kill: () => killAndWait(worker), isWatched: false },
    temporal: { kill: restartTemporal, isWatched: false },
    'server and worker': { kill: () => killAndWait(server, worker), isWatched: false },
  };
  return {
    ...{ name: 'Temporal', serverPort: server.port, port, tokens, engines, env, victims: Object.keys(victims), close },
    async strike(victim) {
      const { kill, isWatched } = victims[victim] ?? {};
      const at = Date.now();
      await kill?.();
      return { at, since: isWatched ? at : Date.now() };
    },
  };
}
