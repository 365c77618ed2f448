import { issueToken } from '../sandbox/oidc/token.ts';
import { onEngines, Usage } from './on-engines.ts';

/** Life of a printed token, seconds: a working day with curl or k6. */
const lifetime = 12 * 3_600;

/** `npm run token -- traveller|moderator|admin`: prints an access token of a ready account of the default profile. */
await onEngines(async ({ pool }, config) => {
  const [who] = process.argv.slice(2);
  if (config.OIDC_ISSUER || !pool) throw new Usage('OIDC_ISSUER is set: tokens come from that provider');
  if (config.READY_ACCOUNTS === 'none') throw new Usage('Nobody may sign in with a ready account here; READY_ACCOUNTS says who may');
  if (who !== 'traveller' && who !== 'moderator' && who !== 'admin')
    throw new Usage('Usage: npm run --silent token -- traveller | moderator | admin');
  console.log(await issueToken({ pool, origin: config.PUBLIC_ORIGIN, audience: config.OIDC_AUDIENCE, who, ttlSeconds: lifetime }));
  return 0;
});
