import { createLog } from '@waystory/infra/log.ts';
import { expect, test } from 'vitest';
import { chooseIdentityProvider } from './identity.ts';
import { testProduct } from './testing/product.ts';

test.each([
  ['everyone', [expect.stringContaining('because of READY_ACCOUNTS=everyone')]],
  ['none', []],
])('Start with READY_ACCOUNTS=%s logs one warning if ready accounts are for everybody, otherwise none', async (READY_ACCOUNTS, said) => {
  const lines: string[] = [];
  const log = createLog('warn', undefined, { write: (line) => lines.push(line) });
  const settings = { HOST: '0.0.0.0', READY_ACCOUNTS };
  const product = await testProduct([], ['query'], settings, (config, engines) => chooseIdentityProvider(config, engines, log));
  expect(lines).toEqual(said);
  await product.stop();
});
