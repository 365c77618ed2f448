import type { User, UserManager } from 'oidc-client-ts';
import type { RuntimeConfig } from '../config.ts';
import { localTexts, runAlone } from '../environment.ts';
import { pageAtRest } from '../page-at-rest.ts';
import { type Person, personOf } from './person.ts';
import { entryOf, returnPathOf } from './return-path.ts';
import { visit } from './visit.ts';

/** spec 9: a token is looked at every 30 s and counts as fresh for 2 minutes. */
const lookEveryMs = 30_000;
const freshForSeconds = 120;
/** spec 9: pause before the browser goes back to where it came from, milliseconds. */
const redirectDelay = 10;
/** Longest that reads wait for the silent attempt, milliseconds; a frame that is refused or blocked never answers. */
const patienceMs = 2_000;
const hintKey = 'waystory.account';
/** Subject of who was signed in with this browser last and has not signed out since. */
const subjectKey = 'waystory.signed-in';

export interface AuthState {
  /** The one silent attempt of this visit is over, whatever came of it. */
  attempted: boolean;
  /** Somebody was signed in with this browser before, and it is not known yet whether they still are. */
  awaited: boolean;
  /** The browser is on its way to or from the provider. */
  redirecting: boolean;
  person: Person | null;
  /** Somebody signed in for the first time in this browser, and their account has not come yet. */
  isNew?: boolean;
  /** The product cannot use the sign-in of whoever is signed in at the provider; signing in again would not change that. */
  isUnusable?: boolean;
  /** The way to the provider failed, or led back without a sign-in: it is not gone again unless somebody asks for it. */
  isStuck?: boolean;
}

/** Who is signed in and with what token. One for the page; React sees it through `useAuth`. */
class Auth {
  state: AuthState = { attempted: false, awaited: false, redirecting: false, person: null };
  /** Told when no token could be had although somebody is signed in. */
  onTokenFailure: () => void = () => {};
  /** Told when reads have to be made anew: somebody turns out to be signed in whom they have not waited for, or their sign-in cannot be used. */
  onLateArrival: () => void = () => {};
  /** Waited for before somebody who signs out leaves for the provider. */
  onSignOut: () => Promise<void> = async () => {};
  #manager: () => Promise<UserManager> = () => Promise.reject(new Error('Not started'));
  #isAwaited = false;
  #leftByItself = false;
  #rolesClaim = '';
  #user: User | null = null;
  #attempt: Promise<void> = new Promise(() => {});
  /** Has the silent attempt begin now. */
  #hurry: () => void = () => {};
  #flight: Promise<User | null> | null = null;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): AuthState => this.state;

  /**
   * Begins with the one silent attempt, where somebody is expected. Where nobody is, it waits until the page is at rest or somebody asks who is there:
   * mostly it finds nobody, and takes a hidden page and a library for it.
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
    const begin = this.#isAwaited ? Promise.resolve() : Promise.race([pageAtRest(), new Promise<void>((resolve) => (this.#hurry = resolve))]);
    this.#attempt = begin.then(() => this.#attemptSilently());
    this.#set({ awaited: this.#isAwaited, isNew: visit.hasNewcomer() });
    setInterval(() => this.#user && void this.token(), lookEveryMs);
    // Back from the provider with the button of the browser: the page is as it was left, and nobody is on their way any more.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#set({ redirecting: false, isStuck: this.#leftByItself }));
  }

  /** Resolves when it is known whether anybody is signed in, and sees to it that it becomes known. */
  settled(): Promise<void> {
    this.#hurry();
    return this.#attempt;
  }

  /**
   * Access token of who is signed in, renewed when it is about to end; null for a visitor. A browser that nobody signed in with before waits for
   * nothing, any other for two seconds at most: the silent attempt mostly finds nobody.
   */
  async token(): Promise<string | null> {
    if (this.#isAwaited) await this.#attempt;
    if (!this.#user || this.state.isUnusable) return null;
    // Without a network there is none to be had, and nobody is to be asked for it.
    if ((this.#user.expires_in ?? 0) > freshForSeconds || !navigator.onLine) return this.#user.access_token;
    const renewed = this.#renewed();
    // A token that is still good need not wait for the next one.
    const isGood = (this.#user.expires_in ?? 0) > patienceMs / 1_000 + 1;
    const kept = new Promise<User>((resolve) => this.#user && isGood && setTimeout(resolve, patienceMs, this.#user));
    return (await Promise.race([renewed, kept]))?.access_token ?? null;
  }

  /** Has whoever is at the screen sign in again without leaving the page; false when they did not. Called on a click, or the popup is blocked. */
  async signInHere(): Promise<boolean> {
    return (await this.#renewed()) !== null;
  }

  #renewed(): Promise<User | null> {
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  /** Subject of who was signed in last with this browser, also while that cannot be asked; null after a sign-out. */
  lastReader(): string | null {
    return localTexts.getItem(subjectKey) || null;
  }

  /** The product refuses the token for a reason that stays: pages go on as a visitor's. */
  refused(): void {
    if (this.state.isUnusable) return;
    this.#set({ isUnusable: true, person: null });
    this.onLateArrival();
  }

  /** The account of a newcomer is there, or cannot be had. */
  welcomed(): void {
    visit.noteWelcomed();
    this.#set({ isNew: false });
  }

  /** Leaves for the provider because a page needs it, unless that has just led nowhere. */
  async signInByItself(): Promise<void> {
    if (this.state.isStuck) return;
    if (visit.goesInCircles()) return this.#set({ isStuck: true });
    this.#leftByItself = true;
    await this.signIn();
  }

  /** Leaves for the provider and comes back to `returnTo`, a path of this product. */
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

  /** Ends a sign-in at `/auth/callback` and goes on to where it was begun; answers false where its state does not tell. */
  async completeSignIn(): Promise<boolean> {
    const manager = await this.#manager();
    const user = await manager.signinCallback(location.href);
    if (!user) throw new Error('The provider sent nobody');
    visit.noteCompleted(user.profile.sub, localTexts.getItem(subjectKey) !== user.profile.sub);
    this.#adopt(user);
    const path = returnPathOf(user.state, location.origin);
    if (path !== null) setTimeout(() => returnTo(path, entryOf(user.state)), redirectDelay);
    return path !== null;
  }

  async #attemptSilently(): Promise<void> {
    try {
      const manager = await this.#manager();
      if (location.pathname.startsWith('/auth/')) return;
      const user = await manager.getUser();
      // Without a network whoever was here stays: their token is looked at when it is back.
      const stays = user !== null && (!user.expired || !navigator.onLine);
      if (stays) this.#adopt(user);
      // A session that this tab kept is renewed whenever it has ended; the frame is asked once in a visit.
      else if (user !== null || visit.mayAskSilently()) await this.#askSilently(manager);
      if (this.#user) visit.noteLasting();
    } catch (error) {
      if (!navigator.onLine) addEventListener('online', () => void this.#attemptSilently(), { once: true });
      // Nobody is signed in at the provider: the usual case.
      console.info('Nobody was signed in silently', error instanceof Error ? error.message : error);
    } finally {
      this.#set({ attempted: true, awaited: false });
    }
  }

  /** Waits a little for the hidden frame; an answer that comes later counts as well, and holds nothing up. */
  async #askSilently(manager: UserManager): Promise<void> {
    const hint = localTexts.getItem(hintKey);
    const asked = manager.signinSilent(hint ? { login_hint: hint } : {}).then((user) => this.#adopt(user));
    let isLate = false;
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs)).then(() => {
      isLate = true;
      this.#isAwaited = false;
    });
    asked.catch((error: unknown) => isLate && console.info('Nobody was signed in silently', error));
    // A page that is left before has not asked: the next one does, or a session would be passed over for the whole visit.
    await Promise.race([asked, late]).finally(visit.noteAsked);
  }

  /** Silently, else in a popup, else not at all; one at a time over all tabs, because a refresh token works once. */
  async #renew(): Promise<User | null> {
    const manager = await this.#manager();
    return runAlone('waystory.token', async () => {
      try {
        // Without the option a popup that somebody closes would be waited for without end.
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
    // A refresh token that was used in another tab is dead: without it the hidden frame is asked.
    const user = await manager.getUser();
    if (!user?.refresh_token) return null;
    const { refresh_token: _dead, ...rest } = user;
    await manager.storeUser(Object.assign(Object.create(Object.getPrototypeOf(user)) as User, rest)); // the same class without one field
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

/** Loads the page as the entry of the history that it was: by that the router knows how far it was scrolled. */
function returnTo(path: string, entry: unknown): void {
  // The router listens to the function of this page's own history, and would begin to show what is loaded anew.
  History.prototype.replaceState.call(history, entry, '', path);
  location.reload();
}

const currentPath = (): string => `${location.pathname}${location.search}${location.hash}`;

export const auth = new Auth();
