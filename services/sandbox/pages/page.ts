import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { globe, logo } from './globe.ts';
import { type Html, html, raw } from './html.ts';
import { style } from './style.ts';

export interface Page {
  html: string;
  /** Origin of the product, an allowed target of forms. */
  origin: string;
  /** The only script of the page besides the theme script. */
  script?: string;
  /** Origin of another site, or private-use URI scheme, as a further target in `form-action`. */
  leadsTo?: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);

const security = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Without any referrer, browsers would also hide the origin of a form.
  'referrer-policy': 'same-origin',
};

/** Applies the theme that the product has stored under the same origin, or else the theme of the system. */
const themeScript =
  "try{const theme=localStorage.getItem('waystory.theme');if(theme==='light'||theme==='dark')document.documentElement.dataset.theme=theme}catch{}";
const themeHash = hashOf(themeScript);

/** Headers of a page: the policy allows embedded scripts and styles only, and no requests. */
export const pageHeaders = ({ origin, script, leadsTo }: Page): Record<string, string> => ({
  ...security,
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src data:',
    'font-src data:',
    ['script-src', themeHash, ...(script ? [hashOf(script)] : [])].join(' '),
    ['form-action', "'self'", origin, ...(leadsTo ? [leadsTo] : [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});

/** Headers of answers by oidc-provider, which adds the hash of a script where needed. */
export const oidcProviderHeaders = (): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': security['referrer-policy'],
});

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%23c5392f'/%3E%3Cpath d='M7.5 10.5l4 11 4.5-9.5 4.5 9.5 4-11' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/** A complete HTML page: the globe on one side, `content` on the other. */
export function page({ title, content, ...rest }: { title: string; content: Html } & Omit<Page, 'html'>): Page {
  const { origin, script } = rest;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Waystory</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
<script>${raw(themeScript)}</script>
</head>
<body>
<header class="scene">
<a class="brand" href="${origin}/">${logo}<span>Waystory</span></a>
${globe}
<p class="motto"><span>Every journey</span> <span>is a story.</span></p>
</header>
<main><div class="sheet">${content}</div></main>
${script ? html`<script>${raw(script)}</script>` : null}
</body>
</html>`;
  return { html: document.text, ...rest };
}

/** Answers a request with a page. */
export const show = (reply: FastifyReply, status: number, page: Page): FastifyReply => reply.code(status).headers(pageHeaders(page)).send(page.html);
