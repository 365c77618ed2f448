import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable, Rejected } from '../errors.ts';
import type { Log } from '../log.ts';
import {
  discoveryUrl,
  originsOfIssuer,
  type ProviderFacts,
  type ProviderOrigins,
  type ProviderSettings,
  readDiscovery,
} from './discovery-document.ts';
import { createFaultLog, type FaultLog, type SettingFault } from './setting-fault.ts';

/** Timeout of a request for the discovery document, milliseconds. */
const answerWithinMs = 5_000;
/** Longest document read, bytes; real ones have 1 to 6 kB. */
const longestDocument = 256 * 1024;
/** Time after a permanent fault of the document during which `load` rejects without a new request, milliseconds. */
const misfitForMs = 10_000;
/** Backoff while the provider is unavailable, first and longest pause, and the refresh interval afterwards; milliseconds. */
const [firstPauseMs, longestPauseMs, refreshMs] = [1_000, 60_000, 600_000];
/** Tolerated clock difference, milliseconds: 30 s as for tokens, and 1 s for the resolution of the `date` header. */
const clockToleranceMs = 31_000;

/** Properties of the provider that are available without a request. */
export interface ProviderState {
  /** Issuer in the spelling of the provider; the setting until the document is loaded. */
  issuer(): string;
  /** Origins for the content security policy; the same object until an origin changes. */
  origins(): ProviderOrigins;
  /** Faults of the latest check, and those that tokens revealed in the last hour. */
  faults(): SettingFault[];
}

/** An identity provider with a discovery document. */
export interface Discovery extends ProviderState {
  /**
   * Returns the facts of the document, which is requested until it is loaded once.
   * @throws EngineUnavailable (`oidc`) when the provider is unavailable.
   * @throws Rejected `auth/misconfigured` when the document is invalid or does not match the settings, so that a retry would not help.
   */
  load(): Promise<ProviderFacts>;
  /** Requests the document now; throws like `load`. */
  check(): Promise<void>;
  /**
   * Refreshes the document in the background until the returned function is called. Pages thereby follow a provider that becomes available or changes
   * its endpoints.
   */
  watch(): () => void;
  /** Log of wrong settings that unusable tokens revealed. */
  tokens: FaultLog;
}

/** The document cannot be used, for a permanent reason. */
class Misfit extends Error {
  readonly fault: SettingFault;
  constructor(fault: SettingFault) {
    super(fault.remedy);
    this.fault = fault;
  }
}

interface Answer {
  body: unknown;
  /** Lead of the provider's clock, milliseconds; null when unknown. */
  ahead: number | null;
}

async function fetchDocument(issuer: string, now: () => number): Promise<Answer> {
  const address = discoveryUrl(issuer);
  const response = await fetch(address, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'manual', headers: { accept: 'application/json' } });
  const misfit = (code: SettingFault['code'], what: string): Misfit =>
    new Misfit({ code, setting: 'OIDC_ISSUER', remedy: `${address} ${what} Set OIDC_ISSUER to the issuer of your provider.`, blocks: true });
  const { status, headers } = response;
  if (!response.ok) await response.body?.cancel();
  if (status >= 300 && status < 400) throw misfit('identity/discovery-redirects', 'leads to another address.');
  // Rate limits and timeouts are temporary; other 4xx statuses are permanent.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw misfit('identity/discovery-missing', `answers ${status}.`);
  if (!response.ok) throw new Error(`The discovery document of ${issuer} answered ${status}`);
  const text = await boundedText(response);
  const date = Date.parse(headers.get('date') ?? '');
  // The `date` header of a cached answer is old, so it says nothing about the clock.
  const ahead = Number.isNaN(date) || headers.has('age') ? null : date - now();
  try {
    return { body: JSON.parse(text), ahead };
  } catch {
    throw misfit('identity/discovery-unreadable', 'does not answer with a discovery document.');
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestDocument) throw new Error('The discovery document is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const clockFault = (ahead: number): SettingFault => ({
  code: 'identity/clock',
  setting: 'clock of this machine',
  remedy: `The clock of the provider is ${Math.round(Math.abs(ahead) / 1_000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the one of this machine. Set both by the same time service (NTP).`,
  blocks: true,
});

const awayFault = (issuer: string): SettingFault => ({
  code: 'identity/discovery-away',
  setting: 'OIDC_ISSUER',
  remedy: `${discoveryUrl(issuer)} does not answer. It is asked again; check the address and the network if it stays away.`,
  blocks: true,
});

/** Discovers a provider over HTTP. The first call of `load`, `check` or `watch` sends the first request; concurrent callers share a request. */
export function createDiscovery(settings: ProviderSettings, log: Pick<Log, 'warn'> = silent, now: () => number = Date.now): Discovery {
  const { issuer } = settings;
  const ofDocument = createFaultLog(log, now);
  const tokens = createFaultLog(log, now);
  let [facts, faults]: [ProviderFacts | null, SettingFault[]] = [null, []];
  let origins = originsOfIssuer(issuer);
  let misfitUntil = Number.NEGATIVE_INFINITY;
  let attempt: Promise<void> | undefined;

  function found(list: SettingFault[]): void {
    faults = list;
    for (const fault of list) ofDocument.note(fault);
  }
  function take({ body, ahead }: Answer): void {
    const reading = readDiscovery(settings, body);
    found([...reading.faults, ...(ahead !== null && Math.abs(ahead) > clockToleranceMs ? [clockFault(ahead)] : [])]);
    if (!reading.facts) throw new Rejected('auth/misconfigured');
    facts = reading.facts;
    if (JSON.stringify(facts.origins) !== JSON.stringify(origins)) origins = facts.origins;
  }
  async function ask(): Promise<void> {
    try {
      take(await fetchDocument(issuer, now));
      misfitUntil = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (error instanceof Misfit) found([error.fault]);
      if (error instanceof Misfit || error instanceof Rejected) {
        misfitUntil = now() + misfitForMs;
        throw new Rejected('auth/misconfigured');
      }
      found([awayFault(issuer)]);
      throw new EngineUnavailable('oidc', error);
    }
  }
  const check = (): Promise<void> => {
    attempt ??= ask().finally(() => {
      attempt = undefined;
    });
    return attempt;
  };
  return {
    tokens,
    check,
    issuer: () => facts?.issuer ?? issuer,
    origins: () => origins,
    faults: () => [...faults, ...tokens.recent()],
    async load() {
      if (!facts) {
        if (now() < misfitUntil) throw new Rejected('auth/misconfigured');
        await check();
      }
      if (!facts) throw new Rejected('auth/misconfigured');
      return facts;
    },
    watch() {
      const stop = new AbortController();
      void (async () => {
        for (let wait = firstPauseMs; !stop.signal.aborted; wait = Math.min(2 * wait, longestPauseMs)) {
          const isUp = await check().then(
            () => true,
            () => false,
          );
          if (isUp) wait = firstPauseMs / 2;
          await pause(isUp ? refreshMs : wait, undefined, { signal: stop.signal, ref: false }).catch(() => {});
        }
      })();
      return () => stop.abort();
    },
  };
}

const silent: Pick<Log, 'warn'> = { warn: () => {} };
