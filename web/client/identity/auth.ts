import type { User, UserManager } from 'oidc-client-ts';
import type { RuntimeConfig } from '../config.ts';
import { localTexts, runUnderLock } from '../environment.ts';
import { whenPageIdle } from '../page-at-rest.ts';
import { type Person, personOf } from './person.ts';
import { historyEntryOf, returnPathOf } from './return-path.ts';
import { visit } from './visit.ts';

/** spec 9: tokens are checked every 30 s. A token is renewed when it expires within 2 minutes. */
const lookEveryMs = 30_000;
const freshForSeconds = 120;
/** spec 9: pause before the redirect back, milliseconds. */
const redirectDelay = 10;
/** Longest delay of reads by the silent sign-in, milliseconds; a blocked frame never answers. */
const patienceMs = 2_000;
const hintKey = 'waystory.account';
/** Storage key: subject of the last sign-in in this browser; removed at the sign-out. */
const subjectKey = 'waystory.signed-in';

export interface AuthState {
  /** True once the attempt of a silent sign-in on this page has ended, with any result. */
  attempted: boolean;
  /** True until the silent sign-in has ended, in a browser with an earlier sign-in. */
  awaited: boolean;
  /** True during a redirect to or from the provider. */
  redirecting: boolean;
  person: Person | null;
  /** First sign-in in this browser, before the account exists. */
  isNew?: boolean;
  /** True when the product permanently refuses the access token, so that a new sign-in does not help. */
  isUnusable?: boolean;
  /** True after a redirect that failed or returned without a sign-in: only the user may repeat it. */
  isStuck?: boolean;
}

/** The signed-in user with the access token; one instance per page. React reads the state through `useAuth`. */
class Auth {
  state: AuthState = { attempted: false, awaited: false, redirecting: false, person: null };
  /** Called when a signed-in user's token cannot be renewed. */
  onTokenFailure: () => void = () => {};
  /** Called when reads must be repeated: after a late sign-in, or when the sign-in is unusable. */
  onLateArrival: () => void = () => {};
  /** Awaited before the redirect of a sign-out. */
  onSignOut: () => Promise<void> = async () => {};
  #manager: () => Promise<UserManager> = () => Promise.reject(new Error('Not started'));
  #isAwaited = false;
  #leftByItself = false;
  #rolesClaim = '';
  #user: User | null = null;
  #attempt: Promise<void> = new Promise(() => {});
  /** Starts the silent sign-in now. */
  #hurry: () => void = () => {};
  #flight: Promise<User | null> | null = null;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): AuthState => this.state;

  /**
   * Starts the silent sign-in if a session is expected. Otherwise the attempt waits for an idle page or a call of `settled`. It rarely finds a
   * session then, and costs a frame and a library.
   */
  start(config: RuntimeConfig): void {
    this.#rolesClaim = config.oidc.rolesClaim;
    this.#isAwaited = localTexts.getItem(subjectKey) !== null;
    let manager: Promise<UserManager> | null = null;
    this.#manager = () => {
      manager ??= import('./oidc.ts').then(
        ({ createUserManager }) => createUserManager(config, location.origin),
        (error: unknown) => {
          manager = null;
          throw error;
        },
      );
      return manager;
    };
    const begin = this.#isAwaited ? Promise.resolve() : Promise.race([whenPageIdle(), new Promise<void>((resolve) => (this.#hurry = resolve))]);
    this.#attempt = begin.then(() => this.#attemptSilently());
    this.#set({ awaited: this.#isAwaited, isNew: visit.hasNewcomer() });
    setInterval(() => this.#user && void this.token(), lookEveryMs);
    // The browser's back button restores the page from before the redirect, so the redirect has ended.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#set({ redirecting: false, isStuck: this.#leftByItself }));
  }

  /** Starts the silent sign-in if it is deferred, and resolves when it has ended. */
  settled(): Promise<void> {
    this.#hurry();
    return this.#attempt;
  }

  /**
   * Access token of the signed-in user, renewed near its expiry; null for a visitor, and after a failed renewal. The silent sign-in delays it by at
   * most two seconds, and only after an earlier sign-in. A renewal delays it without a limit only when the old token is about to expire.
   */
  async token(): Promise<string | null> {
    if (this.#isAwaited) await this.#attempt;
    if (!this.#user || this.state.isUnusable) return null;
    // The old token is returned offline, because no token can be renewed then.
    if ((this.#user.expires_in ?? 0) > freshForSeconds || !navigator.onLine) return this.#user.access_token;
    const renewed = this.#renewed();
    // A token that stays valid long enough is returned when the renewal takes more than two seconds.
    const isGood = (this.#user.expires_in ?? 0) > patienceMs / 1_000 + 1;
    const kept = new Promise<User>((resolve) => this.#user && isGood && setTimeout(resolve, patienceMs, this.#user));
    return (await Promise.race([renewed, kept]))?.access_token ?? null;
  }

  /** Signs in again without leaving the page; false on failure. Must be called in a click handler, because the browser blocks other popups. */
  async signInHere(): Promise<boolean> {
    return (await this.#renewed()) !== null;
  }

  #renewed(): Promise<User | null> {
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  /** Subject of the last sign-in, even offline; null after a sign-out. */
  lastReader(): string | null {
    return localTexts.getItem(subjectKey) || null;
  }

  /** Called when the product permanently refuses the token. Pages then continue as for a visitor. */
  refused(): void {
    if (this.state.isUnusable) return;
    this.#set({ isUnusable: true, person: null });
    this.onLateArrival();
  }

  /** Called when the new user's account has loaded or failed to load, or after a timeout. */
  welcomed(): void {
    visit.noteWelcomed();
    this.#set({ isNew: false });
  }

  /**
   * Redirects automatically to the provider, for a page that needs a sign-in; not again after a redirect that failed or returned without a sign-in.
   */
  async signInByItself(): Promise<void> {
    if (this.state.isStuck) return;
    if (visit.goesInCircles()) return this.#set({ isStuck: true });
    this.#leftByItself = true;
    await this.signIn();
  }

  /** Redirects to the provider, which returns to `returnTo`, a path of this product, or else to the current page. */
  async signIn({ signUp = false, returnTo }: { signUp?: boolean; returnTo?: string } = {}): Promise<void> {
    this.#set({ redirecting: true });
    const state = returnTo === undefined ? { redirectUrl: currentPath(), entry: history.state } : { redirectUrl: returnTo };
    try {
      const manager = await this.#manager();
      await manager.signinRedirect({ state, ...(signUp && { prompt: 'create' }) });
    } catch (error) {
      this.#set({ redirecting: false, isStuck: true });
      console.error('The way to the sign-in failed', error);
    }
  }

  async signOut(): Promise<void> {
    localTexts.removeItem(hintKey);
    localTexts.removeItem(subjectKey);
    try {
      await this.onSignOut();
      const manager = await this.#manager();
      await manager.signoutRedirect();
    } catch (error) {
      console.error('The way to the sign-out failed', error);
    }
  }

  /**
   * Completes a sign-in at `/auth/callback` and returns to the page where it began; false without a valid return path in the state of the sign-in.
   */
  async completeSignIn(): Promise<boolean> {
    const manager = await this.#manager();
    const user = await manager.signinCallback(location.href);
    if (!user) throw new Error('The provider sent nobody');
    visit.noteCompleted(user.profile.sub, localTexts.getItem(subjectKey) !== user.profile.sub);
    this.#adopt(user);
    const path = returnPathOf(user.state, location.origin);
    if (path !== null) setTimeout(() => returnTo(path, historyEntryOf(user.state)), redirectDelay);
    return path !== null;
  }

  async #attemptSilently(): Promise<void> {
    try {
      const manager = await this.#manager();
      if (location.pathname.startsWith('/auth/')) return;
      const user = await manager.getUser();
      // Offline, an expired session is kept, because its token can be checked after the reconnection.
      const stays = user !== null && (!user.expired || !navigator.onLine);
      if (stays) this.#adopt(user);
      // An expired session of this tab is always renewed; otherwise the frame is asked once per visit.
      else if (user !== null || visit.mayAskSilently()) await this.#askSilently(manager);
      if (this.#user) visit.noteLasting();
    } catch (error) {
      if (!navigator.onLine) addEventListener('online', () => void this.#attemptSilently(), { once: true });
      // Logged as information, because a provider without a session is the usual case.
      console.info('Nobody was signed in silently', error instanceof Error ? error.message : error);
    } finally {
      this.#set({ attempted: true, awaited: false });
    }
  }

  /** Waits at most two seconds for the silent frame, but also accepts its result later. */
  async #askSilently(manager: UserManager): Promise<void> {
    const hint = localTexts.getItem(hintKey);
    const asked = manager.signinSilent(hint ? { login_hint: hint } : {}).then((user) => this.#adopt(user));
    let isLate = false;
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs)).then(() => {
      isLate = true;
      this.#isAwaited = false;
    });
    asked.catch((error: unknown) => isLate && console.info('Nobody was signed in silently', error));
    // Noted only after the wait. A page that is left earlier does not use up the one attempt of the visit.
    await Promise.race([asked, late]).finally(visit.noteAsked);
  }

  /** Renews the token silently, or else in a popup. The tabs share a lock, because a refresh token works once. */
  async #renew(): Promise<User | null> {
    const manager = await this.#manager();
    return runUnderLock('waystory.token', async () => {
      try {
        // Without this option, the promise never settles when the user closes the popup.
        const user = (await this.#renewSilently(manager)) ?? (await manager.signinPopup({ popupAbortOnClose: true }));
        this.#adopt(user);
        return user;
      } catch (error) {
        console.error('No token could be had', error);
        this.onTokenFailure();
        return null;
      }
    });
  }

  async #renewSilently(manager: UserManager): Promise<User | null> {
    const once = () => manager.signinSilent().catch(() => null);
    const renewed = await once();
    if (renewed) return renewed;
    // A refresh token that another tab has used is invalid, so the second attempt uses the silent frame without it.
    const user = await manager.getUser();
    if (!user?.refresh_token) return null;
    const { refresh_token: _dead, ...rest } = user;
    await manager.storeUser(Object.assign(Object.create(Object.getPrototypeOf(user)) as User, rest)); // as: the same class without its refresh token
    return once();
  }

  #adopt(user: User | null | undefined): void {
    const isLate = user != null && !this.#isAwaited;
    this.#user = user ?? null;
    if (user) {
      localTexts.setItem(subjectKey, user.profile.sub);
      this.#isAwaited = true;
    }
    if (user?.profile.email) localTexts.setItem(hintKey, user.profile.email);
    this.#set({ person: user ? personOf(user, this.#rolesClaim) : null });
    if (isLate) this.onLateArrival();
  }

  #set(change: Partial<AuthState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Reloads the page with the original history entry, because the entry contains the scroll position for the router. */
function returnTo(path: string, entry: unknown): void {
  // Bypasses the router's patched function, which would render the page before the reload.
  History.prototype.replaceState.call(history, entry, '', path);
  location.reload();
}

const currentPath = (): string => `${location.pathname}${location.search}${location.hash}`;

export const auth = new Auth();
