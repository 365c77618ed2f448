import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { RuntimeConfig } from '../config.ts';
import { localTexts, tabTexts } from '../environment.ts';

/** OIDC client for the authorization code flow. Providers differ only in their settings. */
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
    // `auth.ts` renews tokens itself, because only one tab at a time may renew.
    automaticSilentRenew: false,
    // Longer than the wait of two seconds in `auth.ts`, because the frame may answer later on a slow connection.
    silentRequestTimeoutInSeconds: 10,
    // Without this timeout, a request to a provider that never answers does not end.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ store: tabTexts }),
    // State of a started sign-in, for the return.
    stateStore: new WebStorageStateStore({ store: localTexts }),
  });
}
