import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Page, pageHeaders } from '../pages/page.ts';
import { errorPage, expiredPage } from './pages/failure-page.ts';
import { signedOutPage, signOutPage } from './pages/sign-out-page.ts';

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = page.html;
}

/** What people see when a request to the provider cannot be answered. */
export const renderError =
  (origin: string) =>
  (ctx: KoaContextWithOIDC, { error }: { error: string }, cause: Error): void => {
    const expired = cause.name === 'SessionNotFound';
    show(ctx, expired ? expiredPage(origin) : errorPage(origin, ctx.status >= 500 ? undefined : error));
  };

/** Signs out; asks first unless the web app has shown, by an ID token of theirs, that it was the one to send the person here. */
export const renderLogout =
  (origin: string) =>
  (ctx: KoaContextWithOIDC, form: string): void => {
    const { entities, session } = ctx.oidc;
    show(ctx, signOutPage(origin, form, { atOnce: session?.accountId !== undefined && entities.IdTokenHint?.payload.sub === session.accountId }));
  };

export const renderSignedOut =
  (origin: string) =>
  (ctx: KoaContextWithOIDC): void =>
    show(ctx, signedOutPage(origin));
