import ipaddr from 'ipaddr.js';

/** Public by number, but answered by the cloud's own host. */
const ofTheCloud: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Interface ids that some routers tunnel to an internal IPv4 address (ISATAP). */
const tunnel = 0x5efe;

/** 2000::/3, the only range of public IPv6 addresses. */
const isGlobal = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >> 13 === 1;

/** True for a public internet address: not private, loopback, link-local, cloud metadata, translated or tunnelled. False for invalid ones. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && (!isGlobal(parsed) || parsed.parts[5] === tunnel)) return false;
  return parsed.range() === 'unicast' && !ofTheCloud.has(parsed.toString());
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Host of a URL for resolution, without IPv6 brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * True when a URL may be requested, by itself: http or https, usual port, no password, no private host.
 * The resolved addresses must be checked as well. URL parsing has normalised odd spellings of IPv4.
 */
export function isPublicUrl(url: URL, isAllowed: (address: string) => boolean = isPublicAddress, ports: ReadonlySet<string> = usualPorts): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || !ports.has(url.port)) return false;
  const host = hostOf(url);
  return ipaddr.isValid(host) ? isAllowed(host) : isPublicName(host);
}

/** Names with an internal meaning are refused, whatever resolves them. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && !/(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/.test(host);
