// Runs in the silent frame and in the sign-in popup: passes the result to the waiting page.
import { UserManager } from 'oidc-client-ts';

const manager = new UserManager({ authority: location.origin, client_id: 'callback', redirect_uri: location.href });
const done = window.opener ? manager.signinPopupCallback() : manager.signinSilentCallback();
done.catch((error: unknown) => console.error(error));
