import { html, raw } from '../../pages/html.ts';
import { messagePage } from '../../pages/message-page.ts';
import { type Page, page } from '../../pages/page.ts';

const pressAtOnce = "document.querySelector('button[name=logout]').click()";

/**
 * Asks whether to sign out. The person presses a button, unless `atOnce` is set and scripts run.
 * @param form the form of oidc-provider, with the id `op.logoutForm`.
 */
export const signOutPage = (origin: string, form: string, { atOnce }: { atOnce: boolean }): Page =>
  page({
    title: 'Sign out',
    origin,
    content: html`<h1>Leaving already?</h1>
<p class="lead">You will be signed out of Waystory in this browser.</p>
${raw(form)}
<button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<p class="other"><a href="${origin}/">Stay signed in</a></p>`,
    ...(atOnce && { script: pressAtOnce }),
  });

export const signedOutPage = (origin: string): Page => messagePage(origin, 'You are signed out', 'See you on the road.');
