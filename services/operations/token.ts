import { runOnEngines, UsageError } from './on-engines.ts';
import { issueReadyUserToken } from './ready-token.ts';

/** Lifetime of a printed token, seconds: 12 hours. */
const lifetime = 12 * 3_600;

/** `npm run token -- traveller|moderator|admin`: prints an access token of a ready account. */
await runOnEngines(async (engines, config) => {
  const [who] = process.argv.slice(2);
  if (config.READY_ACCOUNTS === 'none') throw new UsageError('Nobody may sign in with a ready account here; READY_ACCOUNTS says who may');
  if (who !== 'traveller' && who !== 'moderator' && who !== 'admin')
    throw new UsageError('Usage: npm run --silent token -- traveller | moderator | admin');
  console.log(await issueReadyUserToken(engines, config, who, lifetime));
  return 0;
});
