import { type Html, html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { interactionPath } from '../issuer.ts';
import { type ReadyName, readyPassword, readyUsers } from '../ready-users.ts';
import { alert, field, revealScript } from './field.ts';

export interface SignInView {
  origin: string;
  uid: string;
  email: string;
  /** Whether the page offers a sign-in as a ready user. */
  readyUsers: boolean;
  /** `credentials` is about e-mail and password together, `form` about neither. */
  errors: { email?: string; password?: string; credentials?: string; form?: string };
  /** True after the form for a new account was sent. */
  signedUp?: boolean;
}

const readyWords: Readonly<Record<ReadyName, { title: string; may: string }>> = {
  traveller: { title: 'Traveller', may: 'Plan and share' },
  moderator: { title: 'Moderator', may: 'Keep it kind' },
  admin: { title: 'Admin', may: 'Run the place' },
};

/** One click signs in with a ready account. */
function readyAccounts(action: string): Html {
  const names = Object.keys(readyWords) as ReadyName[]; // keys of a literal
  return html`<section class="ready" aria-labelledby="ready-title">
<h2 id="ready-title">Just looking around? Come in as</h2>
<div class="choices">${names.map(
    (name) => html`<form method="post" action="${action}">
<input type="hidden" name="email" value="${readyUsers[name].email}"><input type="hidden" name="password" value="${readyPassword}">
<button class="choice"><span class="face ${name}" aria-hidden="true">${readyWords[name].title.charAt(0)}</span><span class="who">${readyWords[name].title}</span><span class="may">${readyWords[name].may}</span></button>
</form>`,
  )}</div>
</section>`;
}

/** Sign-in page with the typed values and their errors. */
export function signInPage({ origin, uid, email, errors, readyUsers: isOffered, signedUp = false }: SignInView): Page {
  const action = `${interactionPath(uid)}/sign-in`;
  const both = errors.credentials ? 'credentials' : undefined;
  const greeting = signedUp
    ? html`<h1>One more step</h1>
<p class="lead" role="status">Sign in with the e-mail and password you have just chosen. If this e-mail already had an account, nothing about it has changed: use the password that it has.</p>`
    : html`<h1>Welcome back</h1>
<p class="lead">Sign in to pick up your stories where you left them.</p>`;
  const content = html`${greeting}
${alert(errors.form, 'form-alert')}
<form method="post" action="${action}" novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, error: errors.email, describedBy: both, focus: !email || !!errors.email })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password, describedBy: both, focus: !!email && !errors.email })}
${alert(errors.credentials, 'credentials')}
<p class="aside"><a href="${interactionPath(uid)}?view=forgotten-password">Forgotten your password?</a></p>
<button class="primary">Sign in</button>
</form>
<p class="other">New to Waystory? <a href="${interactionPath(uid)}?view=sign-up">Create an account</a></p>
${isOffered && !signedUp ? readyAccounts(action) : ''}`;
  return page({ title: signedUp ? 'One more step' : 'Sign in', origin, content, script: revealScript });
}
