import { type Html, html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { interactionPath } from '../issuer.ts';
import { type ReadyName, readyPassword, readyUsers } from '../ready-users.ts';

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  /** Shown below the field while it has no error. */
  hint?: string;
  error?: string;
  /** Ids of further messages that describe this field, for `aria-describedby`. */
  describedBy?: string;
  focus?: boolean;
}

/** Button that shows and hides the password; hidden without scripts. */
const reveal = html`<button type="button" class="reveal" hidden><span>Show</span><span class="unseen"> password</span></button>`;

/** Script of the show buttons. It hides the passwords before the form is sent, because browsers store visible text fields in their history. */
export const revealScript = `for (const button of document.querySelectorAll('.reveal')) {
  const input = button.previousElementSibling, word = button.firstElementChild;
  const show = (isShown) => { input.type = isShown ? 'text' : 'password'; word.textContent = isShown ? 'Hide' : 'Show' };
  button.hidden = false;
  button.onclick = () => { show(input.type === 'password'); input.focus() };
  input.form.addEventListener('submit', () => show(false));
}`;

/** A labelled input with its hint or its error. */
export function field({ name, label, type, autocomplete, value, hint, error, describedBy, focus }: Field): Html {
  const note = error ?? hint;
  const described = [note && `${name}-note`, describedBy].filter(Boolean).join(' ');
  const input = html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" autocapitalize="${type === 'text' ? 'words' : 'none'}" spellcheck="false" value="${value ?? ''}"${error || describedBy ? html` aria-invalid="true"` : null}${described ? html` aria-describedby="${described}"` : null}${focus ? html` autofocus` : null}>`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${type === 'password' ? html`<div class="secret">${input}${reveal}</div>` : input}
${note ? html`<p class="${error ? 'error' : 'hint'}" id="${name}-note">${note}</p>` : null}
</div>`;
}

/** A message about the whole form, announced at once by screen readers. */
export const alertMessage = (message: string | undefined, id: string): Html | null =>
  message ? html`<p class="alert" role="alert" id="${id}">${message}</p>` : null;

interface SignInView {
  origin: string;
  uid: string;
  email: string;
  /** Whether the page offers a sign-in as a ready user. */
  readyUsers: boolean;
  /** `credentials` concerns e-mail and password together, `form` the whole form. */
  errors: { email?: string; password?: string; credentials?: string; form?: string };
  /** True directly after a sign-up. */
  signedUp?: boolean;
}

const readyWords: Readonly<Record<ReadyName, { title: string; may: string }>> = {
  traveller: { title: 'Traveller', may: 'Plan and share' },
  moderator: { title: 'Moderator', may: 'Keep it kind' },
  admin: { title: 'Admin', may: 'Run the place' },
};

/** One button per ready user, which signs in with its public password. */
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
${alertMessage(errors.form, 'form-alert')}
<form method="post" action="${action}" novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, error: errors.email, describedBy: both, focus: !email || !!errors.email })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password, describedBy: both, focus: !!email && !errors.email })}
${alertMessage(errors.credentials, 'credentials')}
<p class="aside"><a href="${interactionPath(uid)}?view=forgotten-password">Forgotten your password?</a></p>
<button class="primary">Sign in</button>
</form>
<p class="other">New to Waystory? <a href="${interactionPath(uid)}?view=sign-up">Create an account</a></p>
${isOffered && !signedUp ? readyAccounts(action) : ''}`;
  return page({ title: signedUp ? 'One more step' : 'Sign in', origin, content, script: revealScript });
}

type FieldName = 'name' | 'email' | 'password';

interface SignUpView {
  origin: string;
  uid: string;
  values: Record<Exclude<FieldName, 'password'>, string>;
  errors: Partial<Record<FieldName | 'form', string>>;
}

/** Sign-up page with the typed values and their errors. */
export function signUpPage({ origin, uid, values, errors }: SignUpView): Page {
  const order: FieldName[] = ['name', 'email', 'password'];
  const first = order.find((name) => errors[name]) ?? 'name';
  const common = (name: FieldName) => ({ name, error: errors[name], focus: name === first });
  const content = html`<h1>Create your account</h1>
<p class="lead">Save places, plan days and share the trips you love.</p>
${alertMessage(errors.form, 'form-alert')}
<form method="post" action="${interactionPath(uid)}/sign-up" novalidate>
${field({ ...common('name'), label: 'Name', type: 'text', autocomplete: 'name', value: values.name })}
${field({ ...common('email'), label: 'E-mail', type: 'email', autocomplete: 'email', value: values.email })}
${field({ ...common('password'), label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 8 characters.' })}
<button class="primary">Create account</button>
</form>
<p class="other">Have an account already? <a href="${interactionPath(uid)}?view=sign-in">Sign in</a></p>`;
  return page({ title: 'Create your account', origin, content, script: revealScript });
}

interface ForgottenPasswordView {
  origin: string;
  uid: string;
  /** E-mail of the operator of this installation, who can set a new password. */
  contact: string;
}

/** Page with the contact for a new password, because this provider sends no mail. */
export function forgottenPasswordPage({ origin, uid, contact }: ForgottenPasswordView): Page {
  const content = html`<h1>Forgotten your password?</h1>
<p class="lead">We cannot send you a link for a new one: no e-mail goes out from here. The people who run this site can set a new password for you.</p>
<section class="grants" aria-label="What to do">
<p>Write to <a href="mailto:${contact}">${contact}</a>, best from the e-mail that you sign in with, so that they can tell it is you. Your stories stay as they are.</p>
</section>
<a class="primary" href="${interactionPath(uid)}?view=sign-in">Back to signing in</a>`;
  return page({ title: 'Forgotten your password?', origin, content });
}
