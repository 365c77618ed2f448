import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';

/** What a turn may do on account of text that anybody may have written. */
export interface TurnGuard {
  /** Writing waits for the user. */
  readonly isWritingBarred: boolean;
  /** Why an address is not asked for; null when it may be. */
  refusalOf: (url: string) => ToolFailure | null;
  /** Takes in what a tool answered. */
  take: (name: ToolName, result: unknown) => void;
}

/** Further pages of a turn that the user has not named: by choosing among links a page could have something told, a few bits with each. */
const mostFollowed = 3;

const notNamed = failureOf(
  'page/not-named',
  'Only an address is read that the user has named, that a search has answered or that a page links to, with no more in it than there, or the first page of a site. Ask the user for it.',
);
const tooFar = failureOf('page/too-far', 'No more pages are followed in this turn. Say what you have read, and ask which page shall be read next.');

/**
 * Words of others are data (decision 0043): with a page that was read since the user spoke last, or a story of somebody else that is open, writing waits
 * for the user, and only addresses are asked for that were there before the model could put anything into them.
 */
export class PageGuard implements TurnGuard {
  readonly #named: ReadonlySet<string>;
  readonly #answered = new Set<string>();
  readonly #linked = new Set<string>();
  /** Something in front of the model was written by others: what it wants may be what they want. */
  #isInfluenced: boolean;
  #hasReadPage = false;
  #followed = 0;

  /**
   * @param messages the conversation up to what is to be answered
   * @param isAboutOthers the itinerary that is open is somebody else's
   */
  constructor(messages: readonly ChatMessage[], isAboutOthers: boolean) {
    this.#isInfluenced = isAboutOthers;
    this.#named = new Set(messages.flatMap(({ role, content }) => (role === 'user' ? addressesIn(content) : [])));
    const question = messages.findLastIndex(({ role }) => role === 'user');
    for (const [at, { toolInvocations }] of messages.entries())
      for (const call of toolInvocations) {
        if (call.state !== 'result') continue;
        // An answer that is gone on with is the same turn.
        if (at > question) this.take(call.toolName, call.result);
        else if (call.toolName === 'google_search') this.#takeAnswered(call.result);
      }
  }

  get isWritingBarred(): boolean {
    return this.#isInfluenced;
  }

  refusalOf(url: string): ToolFailure | null {
    const key = keyOf(url);
    if (!key) return notNamed;
    if (this.#named.has(key)) return null;
    const isKnown = this.#answered.has(key) || this.#linked.has(key);
    if (!isKnown && (this.#isInfluenced || carriesMore(url))) return notNamed;
    if (!this.#hasReadPage) return null;
    return ++this.#followed > mostFollowed ? tooFar : null;
  }

  take(name: ToolName, result: unknown): void {
    if (!hasForeignText(name, result)) return;
    this.#isInfluenced = true;
    this.#hasReadPage = true;
    if (name === 'google_search') this.#takeAnswered(result);
    if (name === 'web_browser') for (const link of linksIn(result)) this.#linked.add(link);
  }

  #takeAnswered(result: unknown): void {
    const { results = [] } = result as { results?: { url: string }[] }; // of google_search; a failure has none
    for (const { url } of results) this.#answered.add(keyOf(url) ?? url);
  }
}

/** A page that was not there has said nothing, nor has a search without results. */
function hasForeignText(name: ToolName, result: unknown): boolean {
  if (tools[name].effect !== 'web') return false;
  const { error, results } = result as { error?: unknown; results?: unknown[] }; // of a tool of the web, or a failure
  return error === undefined && results?.length !== 0;
}

function linksIn(result: unknown): string[] {
  const { links = [] } = result as { links?: string[] }; // of web_browser; pages that were read before there were links have none
  return links.flatMap((link) => keyOf(link) ?? []);
}

/** What of an address tells one page from another; null for none that is read. Whether it is secure does not, nor do fragments. */
function keyOf(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

/** A path or a query could tell the site what the user said. */
function carriesMore(address: string): boolean {
  const url = URL.parse(address);
  return url?.search !== '' || url.pathname !== '/';
}

/** Addresses in somebody's words, with or without their scheme: what has a point in a word may be one. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\s*<>"'`()[\]{}|]+/)
    .map((word) => word.replace(/[.,;:!?…]+$/, ''))
    .filter((word) => /[^.]\.[^.]/.test(word))
    .flatMap((word) => keyOf(/^https?:\/\//i.test(word) ? word : `https://${word}`) ?? []);
