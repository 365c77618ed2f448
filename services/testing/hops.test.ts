import { readConfig } from '@waystory/infra/config.ts';
import { createHost, type Host } from '@waystory/infra/host/host.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { InvalidToken } from '@waystory/infra/identity/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdmissionReplica, replicateAdmission } from '../accounts/admission/admission.replica.ts';
import { executedFilesOf } from './hops.ts';
import { defaultContexts, type TestProduct, testProduct } from './product.ts';

/** Most source files that a request executes. These bounds may only decrease. */
const bounds = { patch: 70, get: 38 };
/** Number of warm-up requests, and of measured requests. */
const rounds = 8;

let product: TestProduct;
let admission: AdmissionReplica;
/** Host of the roles command and query. Another host, which is stopped by then, has built the read models. */
let host: Host;
let url: string;
let authorization: string;
beforeAll(async () => {
  product = await testProduct();
  const ada = product.person('ada');
  const { id } = await ada.api.createItinerary({ body: { title: 'Bridges', visibility: 'PUBLIC', daysCount: 2 } });
  await ada.api.getItinerary({ params: { id } });
  url = `/api/itineraries/${id}`;
  await product.host.stop();
  const { engines } = product;
  const log = createLog('silent');
  admission = await replicateAdmission(engines, log);
  const verify = async (): Promise<never> => {
    throw new InvalidToken('auth/invalid-token', 'no provider in this test');
  };
  const identity = { verifier: { verify, recall: () => undefined } };
  host = await createHost({ definitions: defaultContexts, roles: ['command', 'query'], config: readConfig({}), engines, identity, admission, log });
  const claims = { email: null, name: 'ada', roles: [], issuedAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
  authorization = `Bearer ${host.tokenFor({ subjectId: 'test|ada', accountId: accountIdOf('test|ada'), ...claims })}`;
});
afterAll(async () => {
  await host.stop();
  await admission.stop();
  await product.stop();
});

/** Creates one request per round. */
const requests = (optionsOf: (round: number) => InjectOptions) =>
  Array.from({ length: rounds }, (_, round) => async () => {
    const { headers, ...options } = optionsOf(round);
    const { statusCode, body } = await host.app.inject({ url, ...options, headers: { authorization, ...headers } });
    expect(statusCode, body).toBe(200);
  });

async function measured(optionsOf: (round: number) => InjectOptions): Promise<string[]> {
  for (const request of requests((round) => optionsOf(round + rounds))) await request();
  return executedFilesOf(requests(optionsOf));
}

test('PATCH of an itinerary title executes code of at most 70 source files', async () => {
  const files = await measured((round) => ({ method: 'PATCH', payload: { title: `Bridges ${round}` } }));
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(bounds.patch);
});

test('GET of an itinerary without a cache hit executes code of at most 38 source files', async () => {
  const files = await measured(() => ({ headers: { 'cache-control': 'no-cache' } }));
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(bounds.get);
});
