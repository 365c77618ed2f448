import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { RuntimeConfig } from '../config.ts';
import { localTexts, tabTexts } from '../environment.ts';

/** One authorization-code client for every provider; differences are settings. */
export function createUserManager({ oidc }: RuntimeConfig, origin: string): UserManager {
  return new UserManager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    scope: oidc.scope,
    ...(oidc.resource && { resource: oidc.resource }),
    ...(oidc.audience && { extraQueryParams: { audience: oidc.audience } }),
    redirect_uri: `${origin}/auth/callback`,
    silent_redirect_uri: `${origin}/auth/silent.html`,
    popup_redirect_uri: `${origin}/auth/silent.html`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    loadUserInfo: false,
    // Renewal is our own: one at a time across tabs, see auth.ts.
    automaticSilentRenew: false,
    // Pages wait two seconds for the frame, see auth.ts; on a slow line its answer may come later.
    silentRequestTimeoutInSeconds: 10,
    // Without it, a provider that never answers would be awaited for ever.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ store: tabTexts }),
    // State of a started sign-in, for the return.
    stateStore: new WebStorageStateStore({ store: localTexts }),
  });
}
