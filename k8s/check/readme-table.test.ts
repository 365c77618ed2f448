import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const base = new URL('../base/', import.meta.url);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.tuple([
          z.looseObject({
            resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }), limits: z.object({ memory: z.string() }) }),
            env: z.tuple([z.object({ name: z.literal('NODE_OPTIONS'), value: z.string() })]),
          }),
        ]),
      }),
    }),
  }),
});

/** A quantity of memory in MiB. */
const mebibytes = (quantity: string): number => {
  const [, number = '0', unit] = /^(\d+(?:\.\d+)?)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
};

/**
 * Rows of the resource table. Columns are role, CPU idle and under load (millicores), largest memory idle and under load (MiB), requests, limit, and
 * heap.
 */
const rows = Array.from(readme.matchAll(/^\| (command|query|projector|worker|relay) \|((?: [^|]+ \|){7})$/gm), ([, role = '', cells = '']) => ({
  role,
  cells: cells.split('|').map((cell) => cell.trim()),
}));

test('README table of resources has a row for every role', () => {
  expect(rows.map(({ role }) => role).toSorted()).toEqual(['command', 'projector', 'query', 'relay', 'worker']);
});

test.each(rows)(
  'requests and limits of $role equal the README table, and its memory limit is at least twice the measured maximum',
  ({ role, cells }) => {
    const text = readFileSync(new URL(`roles/${role}/deployment.yaml`, base), 'utf8');
    const [container] = deployment.parse(parse(text, { merge: true })).spec.template.spec.containers;
    const [, , atRest = '', underLoad = '', requests, limit, heap] = cells;
    const { resources, env } = container;
    expect([`${resources.requests.cpu}, ${resources.requests.memory}`, resources.limits.memory, `${env[0].value.split('=')[1]} MiB`]).toEqual([
      requests,
      limit,
      heap,
    ]);
    const most = Math.max(Number.parseInt(atRest, 10), Number.parseInt(underLoad, 10));
    expect(mebibytes(resources.requests.memory)).toBeGreaterThanOrEqual(0.9 * most);
    expect(mebibytes(resources.limits.memory)).toBeGreaterThanOrEqual(2 * most);
  },
);
