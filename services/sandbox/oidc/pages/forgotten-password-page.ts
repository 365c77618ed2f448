import { html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { interactionPath } from '../issuer.ts';

export interface ForgottenPasswordView {
  origin: string;
  uid: string;
  /** The operator of this installation, who can set a new password. */
  contact: string;
}

/** Names the contact for a new password, because this provider sends no mail. */
export function forgottenPasswordPage({ origin, uid, contact }: ForgottenPasswordView): Page {
  const content = html`<h1>Forgotten your password?</h1>
<p class="lead">We cannot send you a link for a new one: no e-mail goes out from here. The people who run this site can set a new password for you.</p>
<section class="grants" aria-label="What to do">
<p>Write to <a href="mailto:${contact}">${contact}</a>, best from the e-mail that you sign in with, so that they can tell it is you. Your stories stay as they are.</p>
</section>
<a class="primary" href="${interactionPath(uid)}?view=sign-in">Back to signing in</a>`;
  return page({ title: 'Forgotten your password?', origin, content });
}
