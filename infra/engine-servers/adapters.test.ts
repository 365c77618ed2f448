import { describe, expect, test } from 'vitest';
import { type Adapter, adapters, contractGaps, type PortFolder, readPortFolders } from './adapters.ts';
import { engines } from './catalogue.ts';

const runs = `import { busContract } from './contract.ts';\nbusContract(make);`;
const folder = (files: Record<string, string>): PortFolder => ({ port: 'bus', files: Object.keys(files), textOf: (file) => files[file] ?? '' });
const onKafka: Adapter = { port: 'bus', name: 'kafka', on: { engine: 'kafka' } };
const whole = { 'port.ts': '', 'contract.ts': '', 'kafka.ts': '', 'kafka-topic.ts': '', 'kafka.test.ts': runs, 'kafka-topic.test.ts': 'test()' };

describe('check of the adapter list', () => {
  test('finds no gap when every adapter is listed and runs its contract', () => {
    expect(contractGaps([folder(whole)], [onKafka])).toEqual([]);
  });

  test('reports a missing adapter, found by its name or its test', () => {
    const more = { ...whole, 'mongodb.ts': '', 'rabbit.ts': '', 'rabbit.test.ts': runs };
    expect(contractGaps([folder(more)], [onKafka])).toEqual([
      'infra/bus/mongodb.ts is in no list: add it to infra/engine-servers/adapters.ts',
      'infra/bus/rabbit.ts is in no list: add it to infra/engine-servers/adapters.ts',
    ]);
  });

  test.each([
    ['has no test', { 'kafka.ts': '' }],
    ['has a test of other things', { 'kafka.ts': '', 'kafka.test.ts': `import { busContract } from './contract.ts';` }],
    ['has a test of another contract', { 'kafka.ts': '', 'kafka.test.ts': 'projectionsContract(make)' }],
  ])('reports an adapter that %s', (_, files) => {
    expect(contractGaps([folder(files)], [onKafka])).toEqual(['infra/bus/kafka.test.ts does not run the contract of the port']);
  });
});

test('adapter list contains only built-in engines and engines of the catalogue', () => {
  const known = engines.map(({ name }) => name);
  expect(adapters.flatMap(({ on }) => ('engine' in on && !known.includes(on.engine) ? [on.engine] : []))).toEqual([]);
});

test.each(adapters.filter(({ cases }) => cases))('pattern $cases matches a group of the test of $port/$name', ({ port, name, cases }) => {
  const text =
    readPortFolders()
      .find((one) => one.port === port)
      ?.textOf(`${name}.test.ts`) ?? '';
  const groups = [...text.matchAll(/^describe\('([^']+)'/gm)].map(([, title = '']) => title);
  expect(groups.some((title) => cases?.test(title))).toBe(true);
  expect(groups.every((title) => cases?.test(title))).toBe(false);
});

test('readPortFolders returns names and texts of the files of a port', () => {
  const bus = readPortFolders().find(({ port }) => port === 'bus');
  expect(bus?.files).toContain('postgres.test.ts');
  expect(bus?.textOf('postgres.test.ts')).toContain('busContract(');
});
