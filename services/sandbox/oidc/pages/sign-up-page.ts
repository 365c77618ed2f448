import { html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { interactionPath } from '../issuer.ts';
import { alert, field, revealScript } from './field.ts';

type FieldName = 'name' | 'email' | 'password';

export interface SignUpView {
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
${alert(errors.form, 'form-alert')}
<form method="post" action="${interactionPath(uid)}/sign-up" novalidate>
${field({ ...common('name'), label: 'Name', type: 'text', autocomplete: 'name', value: values.name })}
${field({ ...common('email'), label: 'E-mail', type: 'email', autocomplete: 'email', value: values.email })}
${field({ ...common('password'), label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 8 characters.' })}
<button class="primary">Create account</button>
</form>
<p class="other">Have an account already? <a href="${interactionPath(uid)}?view=sign-in">Sign in</a></p>`;
  return page({ title: 'Create your account', origin, content, script: revealScript });
}
