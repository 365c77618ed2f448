import { html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { interactionPath } from '../issuer.ts';

export interface ConsentView {
  origin: string;
  uid: string;
  /** Name that the program gave itself. */
  name: string;
  /** Destination of the code, in words. */
  place: string;
  /** Private-use scheme of the program that receives the code; null for other addresses. */
  opens: string | null;
  /** Final destination of the forms. */
  returnAddress: string;
  /** E-mail of the signed-in person. */
  email: string;
}

/** Asks whether a program may act for the person, and says what that means. */
export function consentPage({ origin, uid, name, place, opens, returnAddress, email }: ConsentView): Page {
  const content = html`<h1>Let this assistant in?</h1>
<p class="lead"><strong>${name}</strong> wants to plan trips for you at Waystory.</p>
<section class="grants" aria-label="What it may do">
<h2>It may</h2>
<ul class="allowed"><li>Read stories and places, those that only you see too</li><li>Make itineraries, and change yours: days, stops and texts</li></ul>
<h2>It may not</h2>
<ul class="barred"><li>Publish or delete an itinerary</li><li>See your e-mail, or change your account</li><li>Use rights of a moderator or admin, if you have them</li></ul>
</section>
<p class="origin">It chose this name itself, and nobody has checked who it is. You will go on at <strong>${place}</strong>. If you did not begin this, do not allow it.</p>
${opens ? html`<p class="origin">This opens the program on this computer that handles <strong>${opens}</strong> addresses. Any program can say that it does.</p>` : null}
<form method="post" action="${interactionPath(uid)}/consent">
<button class="primary" name="decision" value="allow">Allow</button>
<button class="secondary" name="decision" value="deny">Do not allow</button>
</form>
<p class="other fine">You are signed in as ${email}. This ends when you sign out in this browser, or after two weeks.</p>`;
  return page({ title: 'Let this assistant in?', origin, content, leadsTo: opens ?? new URL(returnAddress).origin });
}
