import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { apiClient, mustSucceed, type SendRequest } from './client.ts';

const password = 'correct horse battery';

/** A user who signed up at the embedded provider and has no account so far. */
export interface Newcomer {
  email: string;
  password: string;
  token: string;
  app: TestApp;
  ask: SendRequest;
}

/** A new browser at the sign-in or sign-up page of the provider. */
export async function openProviderPage(port: number, parameters: Parameters<TestApp['authorize']>[0] = {}) {
  const app = new TestApp(new TestBrowser(`http://localhost:${port}`));
  const page = await app.authorize(parameters);
  const submit = (form: 'sign-in' | 'sign-up', fields: Record<string, string>) => app.browser.submit(`${page.url.pathname}/${form}`, fields);
  return { app, page, submit };
}

/** Signs up with an e-mail and a password, and signs in. */
export async function signUp(port: number, name = 'Mallory', email = `${crypto.randomUUID()}@drill.example`): Promise<Newcomer> {
  const { app, submit } = await openProviderPage(port, { prompt: 'create' });
  await submit('sign-up', { name, email, password });
  const { access_token: token } = await app.tokensFrom(await submit('sign-in', { email, password }));
  return { email, password, token, app, ask: apiClient(port, token).ask };
}

/** Signs up and opens an account. */
export async function signUpMember(...args: Parameters<typeof signUp>): Promise<Newcomer & { id: string }> {
  const newcomer = await signUp(...args);
  const { body } = await mustSucceed(newcomer.ask, { method: 'POST', path: '/api/accounts', body: {} });
  return { ...newcomer, id: String(body.id) };
}
