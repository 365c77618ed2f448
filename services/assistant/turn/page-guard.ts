import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';

/** Permissions of a turn in the presence of foreign text. */
export interface TurnGuard {
  /** True when writing needs the user's consent. */
  readonly isWritingBarred: boolean;
  /** Reason to refuse a URL; null when allowed. Each call may count as one followed page. */
  refusalOf: (url: string) => ToolFailure | null;
  /** Updates the permissions after the result of a tool. */
  take: (name: ToolName, result: unknown) => void;
}

/** Most URLs per turn that are read after a first page, without those that the user has mentioned. Each choice among links could leak a few bits. */
const mostFollowed = 3;

const notNamed = failureOf(
  'page/not-named',
  'Only an address is read that the user has named, that a search has answered or that a page links to, with no more in it than there, or the first page of a site. Ask the user for it.',
);
const tooFar = failureOf('page/too-far', 'No more pages are followed in this turn. Say what you have read, and ask which page shall be read next.');

/**
 * Foreign text is data, not instructions (decision 0043). After a page was read, or with a foreign story open, writing needs consent. Then only URLs
 * are allowed that existed before the model could encode anything in them.
 */
export class PageGuard implements TurnGuard {
  readonly #named: ReadonlySet<string>;
  readonly #answered = new Set<string>();
  readonly #linked = new Set<string>();
  /** True when foreign text is in the context, because its author may then steer the model. */
  #isInfluenced: boolean;
  #hasReadPage = false;
  #followed = 0;

  /**
   * @param messages Conversation up to the current question.
   * @param isAboutOthers True when the open itinerary belongs to somebody else.
   */
  constructor(messages: readonly ChatMessage[], isAboutOthers: boolean) {
    this.#isInfluenced = isAboutOthers;
    this.#named = new Set(messages.flatMap(({ role, content }) => (role === 'user' ? addressesIn(content) : [])));
    const question = messages.findLastIndex(({ role }) => role === 'user');
    for (const [at, { toolInvocations }] of messages.entries())
      for (const call of toolInvocations) {
        if (call.state !== 'result') continue;
        // A continued answer belongs to the same turn.
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
    const { results = [] } = result as { results?: { url: string }[] }; // as: a result of google_search; a failure has none
    for (const { url } of results) this.#answered.add(keyOf(url) ?? url);
  }
}

/** True when a tool result contains foreign text. A missing page or an empty search has none. */
function hasForeignText(name: ToolName, result: unknown): boolean {
  if (tools[name].effect !== 'web') return false;
  const { error, results } = result as { error?: unknown; results?: unknown[] }; // as: a result of a web tool, or a failure
  return error === undefined && results?.length !== 0;
}

function linksIn(result: unknown): string[] {
  const { links = [] } = result as { links?: string[] }; // as: a result of web_browser; older ones have no links
  return links.flatMap((link) => keyOf(link) ?? []);
}

/** Normalised URL for comparisons, without scheme and fragment; null for an invalid URL. */
function keyOf(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

/** True for a URL with a path or query, which could carry the user's words. */
function carriesMore(address: string): boolean {
  const url = URL.parse(address);
  return url?.search !== '' || url.pathname !== '/';
}

/** Possible URLs in a text, with or without a scheme: words with an inner dot. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\s*<>"'`()[\]{}|]+/)
    .map((word) => word.replace(/[.,;:!?…]+$/, ''))
    .filter((word) => /[^.]\.[^.]/.test(word))
    .flatMap((word) => keyOf(/^https?:\/\//i.test(word) ? word : `https://${word}`) ?? []);
