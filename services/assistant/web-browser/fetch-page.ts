import { lookup as lookUp } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Rejected } from '@waystory/infra/errors.ts';
import ipaddr from 'ipaddr.js';

/** Public IP addresses at which a cloud provider serves internal data. */
const ofTheCloud: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Interface ids that some routers tunnel to an internal IPv4 address (ISATAP). */
const tunnel = 0x5efe;

/** 2000::/3, the only range of public IPv6 addresses. */
const isGlobal = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >> 13 === 1;

/** True for a public internet address: not private, loopback, link-local, cloud metadata, translated or tunnelled. False for an invalid address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && (!isGlobal(parsed) || parsed.parts[5] === tunnel)) return false;
  return parsed.range() === 'unicast' && !ofTheCloud.has(parsed.toString());
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Host of a URL for resolution, without IPv6 brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Checks the text of a URL: http or https, usual port, no password, no private host. The resolved addresses must be checked as well. URL parsing has
 * normalised alternative spellings of IPv4.
 */
export function isPublicUrl(url: URL, isAllowed: (address: string) => boolean = isPublicAddress, ports: ReadonlySet<string> = usualPorts): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || !ports.has(url.port)) return false;
  const host = hostOf(url);
  return ipaddr.isValid(host) ? isAllowed(host) : isPublicName(host);
}

/** Names with an internal meaning are refused, whatever resolves them. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && !/(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/.test(host);

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface PageLimits {
  /** Largest decoded page, bytes. */
  maxBytes: number;
  /** Timeout of the whole request, milliseconds. */
  maxMs: number;
  maxRedirects: number;
}
const usualLimits: PageLimits = { maxBytes: 5_000_000, maxMs: 10_000, maxRedirects: 5 };

export interface PageSource {
  /** IP addresses of a host name. */
  resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  isAllowed: (address: string) => boolean;
  /** Allowed values of the port in a URL; an empty string is the default port of the protocol. */
  ports?: ReadonlySet<string>;
  limits: PageLimits;
}
/** The public internet. */
export const internet: PageSource = { resolve: (host) => lookUp(host, { all: true }), isAllowed: isPublicAddress, limits: usualLimits };

interface FetchedPage {
  /** URL after redirects. */
  url: string;
  mediaType: string;
  text: string;
}

/**
 * Fetches a text page of the public internet. Only checked addresses are connected, and each redirect is checked again.
 * @throws Rejected with `page/...`.
 */
export async function fetchPage(address: string, source: PageSource = internet): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(source.limits.maxMs);
  let url = urlOf(address);
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, source, signal);
    const next = nextOf(answer, url);
    if (!next) return pageOf(answer, url, source.limits, signal);
    answer.destroy();
    if (redirects >= source.limits.maxRedirects) throw new Rejected('page/too-many-redirects');
    url = next;
  }
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url) throw new Rejected('page/not-public');
  return url;
}

const nextOf = ({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null =>
  [301, 302, 303, 307, 308].includes(statusCode) && headers.location ? urlOf(headers.location, url) : null;

/** IP addresses of a public host. A host is refused when any of its addresses is internal. */
async function addressesOf(host: string, { resolve, isAllowed }: PageSource): Promise<readonly ResolvedAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw new Rejected('page/not-public');
  return addresses;
}

/** Look-up for the connection. It returns the checked addresses, so that a second DNS query cannot differ (DNS rebinding). */
const lookupIn =
  (source: PageSource): LookupFunction =>
  (host, { all }, done) => {
    addressesOf(host, source).then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 0 }] = addresses;
        if (all) done(null, [...addresses]);
        else done(null, address, family);
      },
      (error: Error) => done(error, all ? [] : ''),
    );
  };

const headers = {
  'user-agent': 'Waystory/1 (travel assistant; reads one page that somebody asked for)',
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.9',
  'accept-encoding': 'gzip, br, deflate',
};

function ask(url: URL, source: PageSource, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isPublicUrl(url, source.isAllowed, source.ports)) throw new Rejected('page/not-public');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isSecure = url.protocol === 'https:';
  // A new agent, so that no connection is reused and no proxy of the environment applies.
  const options = { headers, signal, lookup: lookupIn(source), agent: isSecure ? new HttpsAgent() : new HttpAgent() };
  const request = isSecure ? httpsRequest(url, options, resolve) : httpRequest(url, options, resolve);
  request.on('error', (error) => reject(refusalOf(error, signal)));
  request.end();
  return promise;
}

/** The error itself when it is a refusal, else the refusal for a timeout or network error. */
const refusalOf = (error: unknown, signal: AbortSignal): Rejected =>
  error instanceof Rejected ? error : new Rejected(signal.aborted ? 'page/too-slow' : 'page/unreachable');

const isText = /^(text\/(html|plain|markdown)|application\/xhtml\+xml)$/;

async function pageOf(answer: IncomingMessage, url: URL, { maxBytes }: PageLimits, signal: AbortSignal): Promise<FetchedPage> {
  try {
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode > 299) throw new Rejected('page/failed', { status: statusCode });
    const [mediaType = ''] = (answer.headers['content-type'] ?? '').toLowerCase().split(';');
    if (!isText.test(mediaType.trim())) throw new Rejected('page/not-text', { type: mediaType.trim() });
    const bytes = await bytesOf(plain(answer), maxBytes);
    return { url: url.href, mediaType: mediaType.trim(), text: decoded(bytes, answer.headers['content-type'] ?? '') };
  } catch (error) {
    throw refusalOf(error, signal);
  } finally {
    answer.destroy();
  }
}

const decoders: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

function plain(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return answer;
  const decoder = decoders.get(coding)?.();
  if (!decoder) throw new Rejected('page/not-text', { coding });
  answer.on('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

/** Counts decoded bytes, which may be far more than those received. */
async function bytesOf(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Rejected('page/too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Encoding by the header, else by the page, else UTF-8. */
function decoded(bytes: Buffer, contentType: string): string {
  const beginning = bytes.subarray(0, 1_024).toString('latin1');
  const label = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(beginning)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
