import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { asKafkaError } from './bus/kafka/client.ts';
import { EngineUnavailable, InvalidRequest, ifAvailable, orThrow, Rejected } from './errors.ts';
import { asPostgresError } from './postgres/pool.ts';
import { asMongoError } from './projection-store/mongodb/connection.ts';
import { asElasticError } from './search/elasticsearch/connection.ts';
import { asTemporalError } from './workflows/temporal/sdk.ts';

test('orThrow throws Rejected with the given code for null and undefined', () => {
  expect(orThrow(0, 'story/unknown')).toBe(0);
  for (const nothing of [null, undefined]) expect(() => orThrow(nothing, 'story/unknown')).toThrow(new Rejected('story/unknown'));
});

test.each([
  ['Postgres', asPostgresError],
  ['MongoDB', asMongoError],
  ['Kafka', asKafkaError],
  ['Elasticsearch', asElasticError],
  ['Temporal', asTemporalError],
])('Network error of Node becomes EngineUnavailable for %s, and a programming error is passed through unchanged', (_engine, converted) => {
  for (const code of ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'])
    expect(converted(Object.assign(new Error('This socket has been ended by the other party'), { code }))).toBeInstanceOf(EngineUnavailable);
  const fault = Object.assign(new Error('a fault'), { code: 'ERR_INVALID_ARG_TYPE' });
  expect(converted(fault)).toBe(fault);
});

describe('optional read of a read model in a write', () => {
  test('returns its result', async () => {
    expect(await ifAvailable(Promise.resolve('a name'))).toBe('a name');
  });

  test.each([new EngineUnavailable('mongodb', new Error('gone')), new Rejected('read/behind')])('is null when it fails with %s', async (error) => {
    expect(await ifAvailable(Promise.reject(error))).toBeNull();
  });

  test('rejects with any other error', async () => {
    await expect(ifAvailable(Promise.reject(new Rejected('story/unknown')))).rejects.toThrow('story/unknown');
  });
});

describe('errors of one request', () => {
  const issuesOf = (schema: z.ZodType, value: unknown): InvalidRequest => InvalidRequest.from('body', schema.safeParse(value).error?.issues ?? []);
  const sizeOf = ({ errors }: InvalidRequest): number => JSON.stringify(errors).length;

  test('are 20 at most, for unknown and invalid fields', () => {
    const unknown = Object.fromEntries(Array.from({ length: 45_000 }, (_, n) => [`field${n}`, n]));
    const wrong = issuesOf(z.array(z.string()), Array(5_000).fill(1));
    for (const one of [issuesOf(z.strictObject({}), unknown), wrong, new InvalidRequest(wrong.errors.concat(wrong.errors))])
      expect(one.errors).toHaveLength(20);
    expect(wrong.errors[19]?.path).toBe('body.19');
  });

  test('are reported with long paths and messages cut', () => {
    const long = issuesOf(z.strictObject({}), { ['x'.repeat(400_000)]: 1 });
    expect(long.errors[0]?.path).toMatch(/^body\.x+…$/);
    expect(sizeOf(long)).toBeLessThan(300);
    expect(sizeOf(new InvalidRequest([{ path: 'body', message: 'é'.repeat(9_000) }]))).toBeLessThan(400);
    expect(issuesOf(z.strictObject({}), { short: 1 }).errors).toEqual([{ path: 'body.short', message: 'Unknown field' }]);
  });
});
