import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { cpuSecondsOf, growthPerMinute } from './process-usage.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const burn = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);';

test('cpuSecondsOf() includes the CPU time of an exited child process', async () => {
  const before = cpuSecondsOf([process.pid]);
  const child = spawn(process.execPath, ['-e', burn]);
  await once(child, 'exit');
  expect(cpuSecondsOf([process.pid]) - before).toBeGreaterThan(0.28);
});

test('cpuSecondsOf() excludes the CPU time of processes outside the tree', async () => {
  const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); process.stdout.write("up")']);
  children.push(idle);
  await once(idle.stdout, 'data');
  const before = cpuSecondsOf([idle.pid ?? 0]);
  await once(spawn(process.execPath, ['-e', burn]), 'exit');
  expect(cpuSecondsOf([idle.pid ?? 0]) - before).toBeLessThan(0.1);
});

const samplesOf = (memory: (seconds: number) => number) =>
  Array.from({ length: 60 }, (_, sample) => ({ at: sample * 5, memory: memory(sample * 5), handles: 30, connections: 12 }));

test('growthPerMinute() is the slope of the linear regression, below 0.2 for a periodic fluctuation', () => {
  expect(
    growthPerMinute(
      samplesOf((seconds) => 200 + seconds / 60),
      'memory',
    ),
  ).toBeCloseTo(1);
  expect(
    growthPerMinute(
      samplesOf((seconds) => 200 + (seconds % 10)),
      'memory',
    ),
  ).toBeLessThan(0.2);
  expect(
    growthPerMinute(
      samplesOf(() => 200),
      'handles',
    ),
  ).toBe(0);
});
