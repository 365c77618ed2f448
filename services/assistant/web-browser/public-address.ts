import ipaddr from 'ipaddr.js';

/** Public by their numbers, but answered by the machine that a cloud runs us on. */
const ofTheCloud: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Interface ids under which some routers send what they get to an IPv4 address inside (ISATAP). */
const tunnel = 0x5efe;

/** 2000::/3, of which alone public addresses of IPv6 are given out. */
const isGlobal = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >> 13 === 1;

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, of a cloud's metadata, nor one that is translated or
 * tunnelled to an address of another kind. What is no address is none.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && (!isGlobal(parsed) || parsed.parts[5] === tunnel)) return false;
  return parsed.range() === 'unicast' && !ofTheCloud.has(parsed.toString());
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Host of an address as it is looked up: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether a page may be asked for there, as far as its address alone tells: http or https on the usual port, no password, and no host of a private
 * kind. What a name stands for is to be asked and checked as well. A URL has odd spellings of an IPv4 address in the usual one already.
 */
export function isPublicUrl(url: URL, isAllowed: (address: string) => boolean = isPublicAddress, ports: ReadonlySet<string> = usualPorts): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || !ports.has(url.port)) return false;
  const host = hostOf(url);
  return ipaddr.isValid(host) ? isAllowed(host) : isPublicName(host);
}

/** Names that only mean something inside, whatever answers to them. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && !/(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/.test(host);
