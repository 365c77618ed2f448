import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import { line, text } from '@waystory/proto/kit/field.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { expiredPage, type PageError, requireOwnForm, showFailure } from '../pages/message-page.ts';
import { show } from '../pages/page.ts';
import { isSameSecret } from '../same-secret.ts';
import { consentPageFor, mountConsent } from './consent.ts';
import { type InteractionOptions, type InteractionParams, interactionOf, UnknownInteraction } from './interaction.ts';
import { mountPath } from './issuer.ts';
import { forgottenPasswordPage, signInPage, signUpPage } from './pages/sign-in-page.ts';
import { isDemoUser } from './ready-users.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import { addUser, normalEmail, userWithPassword } from './users.ts';

const cookieName = 'waystory_known';
/** Most users per browser in the cookie; the least recent is dropped first. */
const mostPeople = 8;
const lifetimeSeconds = 180 * 24 * 3_600;
const wellFormed = /^([\w-]{22})((?:\.[\w-]{22}){1,8})$/;

/**
 * Recognizes a browser with an earlier sign-in, so that password guesses in other browsers do not lock out its user. The cookie holds a random id and
 * a proof per e-mail, so that it reveals no e-mail.
 * @param key Secret of the provider.
 * @param secure Whether the cookie is for HTTPS only.
 */
export function createKnownDevices(key: string, secure: boolean) {
  const proofOf = (device: string, email: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['known-device', device, email]))
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const read = (cookies = ''): { device: string; proofs: string[] } | null => {
    const value = cookies
      .split(/;\s*/)
      .find((cookie) => cookie.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);
    const [, device, proofs] = wellFormed.exec(value ?? '') ?? [];
    return device && proofs ? { device, proofs: proofs.slice(1).split('.') } : null;
  };
  return {
    /** Random id of a browser that signed in with this e-mail before; null for any other browser. */
    of(cookies: string | undefined, email: string): string | null {
      const known = read(cookies);
      const isKnown = known?.proofs.some((proof) => isSameSecret(proof, proofOf(known.device, email)));
      return known && isKnown ? known.device : null;
    },
    /** `Set-Cookie` value that adds this e-mail to the browser. */
    remember(cookies: string | undefined, email: string): string {
      const { device, proofs } = read(cookies) ?? { device: randomBytes(16).toString('base64url'), proofs: [] };
      const proof = proofOf(device, email);
      const people = [proof, ...proofs.filter((one) => one !== proof)].slice(0, mostPeople);
      const attributes = `Path=${mountPath}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${cookieName}=${[device, ...people].join('.')}; ${attributes}`;
    },
  };
}

const longestPassword = 200;
/** A missing or repeated field becomes an empty text, because the form of this page sends neither. */
const typed = z.string().catch('');
const trimmed = typed.transform((value) => value.trim());

const signInRules = z.object({ email: line(254, 'Enter your e-mail.'), password: text(longestPassword).min(1, 'Enter your password.') });

const signUpRules = z.object({
  name: line(120, 'Enter your name.'),
  email: line(254, 'Enter your e-mail.').pipe(z.email('Enter an e-mail such as name@example.com.')),
  password: text(longestPassword).min(8, 'Use at least 8 characters.'),
});

/** Values with the first error of each field; `errors` is undefined when all values are valid. */
function checked<V extends Record<string, string>>(values: V, rules: z.ZodType): V & { errors: Partial<Record<keyof V, string>> | undefined } {
  const issues = rules.safeParse(values).error?.issues;
  if (!issues) return { ...values, errors: undefined };
  const errors: Partial<Record<keyof V, string>> = {};
  for (const { path, message } of issues) errors[String(path[0]) as keyof V] ??= message; // as: the rules have the fields of the values
  return { ...values, errors };
}

/** Parsed sign-in form. */
const signInForm = (body: unknown) => checked(z.object({ email: trimmed, password: typed }).parse(body ?? {}), signInRules);

/** Parsed sign-up form. */
const signUpForm = (body: unknown) => checked(z.object({ name: trimmed, email: trimmed, password: typed }).parse(body ?? {}), signUpRules);

/** Pages for sign-in, sign-up and consent. */
export function interactionRoutes(options: InteractionOptions): FastifyPluginAsync {
  return async (scope) => {
    await scope.register(formbody);
    scope.addHook('preHandler', async (request) => {
      if (request.method === 'POST') requireOwnForm(request, options.origin);
    });
    answerErrors(scope, options);
    mountPages(scope, options);
    mountSignIn(scope, options);
    mountSignUp(scope, options);
    mountConsent(scope, options);
  };
}

function answerErrors(scope: FastifyInstance, { origin, log }: InteractionOptions): void {
  scope.setErrorHandler((error: PageError, _request, reply) => {
    if (error instanceof UnknownInteraction) return show(reply, 410, expiredPage(origin));
    return showFailure(error, reply, origin, log, 'a page of the identity provider failed');
  });
}

/** Completes the interaction and redirects to the client. */
async function finish({ provider }: InteractionOptions, request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> {
  const result = { login: { accountId }, create: {} };
  const returnTo = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  return reply.redirect(returnTo, 303);
}

function mountPages(scope: FastifyInstance, options: InteractionOptions): void {
  scope.get<{ Params: InteractionParams; Querystring: { view?: string } }>('/interaction/:uid', async (request, reply) => {
    const interaction = await interactionOf(options, request, reply);
    const { uid, prompt, params } = interaction;
    if (prompt.name === 'consent') return show(reply, 200, await consentPageFor(interaction, options));
    if (request.query.view === 'forgotten-password') return show(reply, 200, forgottenPasswordPage({ ...options, uid }));
    const email = typeof params.login_hint === 'string' ? params.login_hint : '';
    const signUp = request.query.view ? request.query.view === 'sign-up' : prompt.name === 'create';
    const view = { origin: options.origin, uid, readyUsers: options.readyUsers, errors: {} };
    return show(reply, 200, signUp ? signUpPage({ ...view, values: { email, name: '' } }) : signInPage({ ...view, email }));
  });
}

function mountSignIn(scope: FastifyInstance, options: InteractionOptions): void {
  const limit = createSignInLimit();
  const devices = createKnownDevices(options.cookieKey, options.origin.startsWith('https:'));
  scope.post<{ Params: InteractionParams }>('/interaction/:uid/sign-in', async (request, reply) => {
    const { uid } = await interactionOf(options, request, reply);
    const { email, password, errors } = signInForm(request.body);
    const view = { origin: options.origin, uid, email, readyUsers: options.readyUsers };
    if (errors) return show(reply, 422, signInPage({ ...view, errors }));
    const { cookie } = request.headers;
    const one = { address: request.ip, email: normalEmail(email), device: devices.of(cookie, normalEmail(email)) };
    const wait = limit.count(one);
    if (wait > 0) return show(reply.header('retry-after', String(wait)), 429, signInPage({ ...view, errors: { form: tooMany(wait) } }));
    const user = await userWithPassword(options.pool, email, password);
    if (!user || (isDemoUser(user) && !options.readyUsers))
      return show(
        reply,
        422,
        signInPage({ ...view, errors: { credentials: 'This e-mail and password do not belong together. Check both and try again.' } }),
      );
    limit.forget(one);
    return finish(options, request, reply.header('set-cookie', devices.remember(cookie, one.email)), user.id);
  });
}

const tooMany = (wait: number): string => `That was a lot of tries. Wait ${wait === 1 ? 'a second' : `${wait} seconds`}, then try again.`;

/** Minimum duration of a sign-up, milliseconds; longer than creating an account takes, so that the time reveals nothing. */
const signUpTakes = 500;

/**
 * Answers a sign-up with the sign-in page, alike for known and unknown e-mails. The provider sends no mail, so only the next sign-in tells them
 * apart. For a known e-mail, the new password fails like any wrong one.
 */
function mountSignUp(scope: FastifyInstance, options: InteractionOptions): void {
  const limit = createSignInLimit();
  scope.post<{ Params: InteractionParams }>('/interaction/:uid/sign-up', async (request, reply) => {
    const { uid } = await interactionOf(options, request, reply);
    const { password, errors, ...values } = signUpForm(request.body);
    const view = { origin: options.origin, uid, values };
    if (errors) return show(reply, 422, signUpPage({ ...view, errors }));
    const wait = limit.count({ address: request.ip, email: normalEmail(values.email), device: null });
    if (wait > 0) return show(reply.header('retry-after', String(wait)), 429, signUpPage({ ...view, errors: { form: tooMany(wait) } }));
    await Promise.all([addUser(options.pool, { ...values, password }), pause(signUpTakes)]);
    return show(
      reply,
      200,
      signInPage({ origin: options.origin, uid, email: values.email, errors: {}, readyUsers: options.readyUsers, signedUp: true }),
    );
  });
}
