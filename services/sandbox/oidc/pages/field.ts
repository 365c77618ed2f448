import { type Html, html } from '../../pages/html.ts';

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  /** Shown below the field while it has no error. */
  hint?: string;
  error?: string;
  /** Ids of messages elsewhere that speak of this field too. */
  describedBy?: string;
  focus?: boolean;
}

/** Shows and hides the typed password; absent without scripts. */
const reveal = html`<button type="button" class="reveal" hidden><span>Show</span><span class="unseen"> password</span></button>`;

/** Makes passwords visible. They are hidden again before sending, or browsers would store them in the history of text fields. */
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
export const alert = (message: string | undefined, id: string): Html | null =>
  message ? html`<p class="alert" role="alert" id="${id}">${message}</p>` : null;
