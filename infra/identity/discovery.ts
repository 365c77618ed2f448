import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable, Rejected } from '../errors.ts';
import type { Log } from '../log.ts';
import {
  discoveryAddress,
  originsOfIssuer,
  type ProviderFacts,
  type ProviderOrigins,
  type ProviderSettings,
  readDiscovery,
} from './discovery-document.ts';
import { createFaultLog, type FaultLog, type SettingFault } from './setting-fault.ts';

/** Longest wait for an answer of the provider, milliseconds. */
const answerWithinMs = 5_000;
/** Longest document that is read, bytes; real ones have 1 to 6 kB. */
const longestDocument = 256 * 1024;
/** A document that does not fit the settings is asked for again at most this often, milliseconds. */
const misfitForMs = 10_000;
/** Pauses before a provider that does not answer is asked again, and before one that did is asked whether it moved; milliseconds. */
const [firstPauseMs, longestPauseMs, refreshMs] = [1_000, 60_000, 600_000];
/** Clocks may differ by this much, milliseconds: tokens are given half a minute, and the header has whole seconds. */
const clockToleranceMs = 31_000;

/** The provider as far as it is known, without waiting for it. */
export interface KnownProvider {
  /** As the provider writes it, once that is known; the setting until then. */
  issuer(): string;
  /** Origins that pages may reach; the same object as long as they do not change. */
  origins(): ProviderOrigins;
  /** Settings that do not fit the provider, as far as they were found. */
  faults(): SettingFault[];
}

/** A provider of identities that tells of itself by a discovery document. */
export interface Discovery extends KnownProvider {
  /**
   * @throws EngineUnavailable (`oidc`) when the provider does not answer.
   * @throws Rejected `auth/misconfigured` when its answer does not fit the settings: asking again later does not help.
   */
  load(): Promise<ProviderFacts>;
  /** Asks the provider now; throws the same. */
  check(): Promise<void>;
  /** Keeps asking in the background until stopped, so that pages follow a provider that comes back or moves. */
  watch(): () => void;
  /** Told of tokens that a setting made unusable. */
  tokens: FaultLog;
}

/** The document itself could not be had, for a reason that stays. */
class Misfit extends Error {
  readonly fault: SettingFault;
  constructor(fault: SettingFault) {
    super(fault.remedy);
    this.fault = fault;
  }
}

interface Answer {
  body: unknown;
  /** By how much the provider's clock is ahead, milliseconds; null where that cannot be told. */
  ahead: number | null;
}

async function fetchDocument(issuer: string, now: () => number): Promise<Answer> {
  const address = discoveryAddress(issuer);
  const response = await fetch(address, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'manual', headers: { accept: 'application/json' } });
  const misfit = (code: SettingFault['code'], what: string): Misfit =>
    new Misfit({ code, setting: 'OIDC_ISSUER', remedy: `${address} ${what} Set OIDC_ISSUER to the issuer of your provider.`, blocks: true });
  const { status, headers } = response;
  if (!response.ok) await response.body?.cancel();
  if (status >= 300 && status < 400) throw misfit('identity/discovery-redirects', 'leads to another address.');
  // Too many requests and time-outs pass; other refusals do not.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw misfit('identity/discovery-missing', `answers ${status}.`);
  if (!response.ok) throw new Error(`The discovery document of ${issuer} answered ${status}`);
  const text = await boundedText(response);
  const date = Date.parse(headers.get('date') ?? '');
  // An answer that a cache kept has the time of long ago.
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
  remedy: `${discoveryAddress(issuer)} does not answer. It is asked again; check the address and the network if it stays away.`,
  blocks: true,
});

/** Discovers a provider over HTTP. Nothing is asked before the first `load`, `check` or `watch`; callers at the same time share one attempt. */
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
