import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { RuntimeConfig } from '../config.ts';
import { localTexts, tabTexts } from '../environment.ts';

/** One code-flow client for every provider; differences are settings of the installation. */
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
    // Renewal is ours: one flight at a time over all tabs, see auth.ts.
    automaticSilentRenew: false,
    // Pages wait for the frame two seconds, see auth.ts; on a weak line its answer may come later.
    silentRequestTimeoutInSeconds: 10,
    // Without it a provider that takes the question and never answers would be waited for without end.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ store: tabTexts }),
    // State of a sign-in that has begun, for the return from the provider.
    stateStore: new WebStorageStateStore({ store: localTexts }),
  });
}
