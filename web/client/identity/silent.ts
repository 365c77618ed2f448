// Runs in the hidden frame and in the popup that a sign-in opened: hands the answer to the page that waits for it.
import { UserManager } from 'oidc-client-ts';

const manager = new UserManager({ authority: location.origin, client_id: 'callback', redirect_uri: location.href });
const done = window.opener ? manager.signinPopupCallback() : manager.signinSilentCallback();
done.catch((error: unknown) => console.error(error));
