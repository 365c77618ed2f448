import { resetPassword } from '../sandbox/oidc/new-password.ts';
import { runOnEngines, UsageError } from './on-engines.ts';

/** `npm run password -- EMAIL`: sets a new password in the embedded identity provider and prints it. */
await runOnEngines(async ({ pool }, config) => {
  const [email] = process.argv.slice(2);
  if (!email) throw new UsageError('Usage: npm run --silent password -- EMAIL');
  if (config.OIDC_ISSUER || !pool) throw new UsageError('OIDC_ISSUER is set: passwords are with that provider');
  const password = await resetPassword(pool, email);
  if (password === null) throw new UsageError('Nobody with a password of their own has this e-mail');
  console.log(password);
  return 0;
});
