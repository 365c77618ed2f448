import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Page, pageHeaders } from '../pages/page.ts';
import { errorPage, expiredPage } from './pages/failure-page.ts';
import { signedOutPage, signOutPage } from './pages/sign-out-page.ts';

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = page.html;
}

/** Page for a request that the provider cannot answer. */
export const renderError =
  (origin: string) =>
  (ctx: KoaContextWithOIDC, { error }: { error: string }, cause: Error): void => {
    const expired = cause.name === 'SessionNotFound';
    show(ctx, expired ? expiredPage(origin) : errorPage(origin, ctx.status >= 500 ? undefined : error));
  };

/** Signs out. It asks first, unless an ID token proves that the web app sent the person here. */
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
