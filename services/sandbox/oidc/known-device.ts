import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../same-secret.ts';
import { mountPath } from './issuer.ts';

const cookieName = 'waystory_known';
/** People whom one browser remembers; the one who was there longest ago goes first. */
const mostPeople = 8;
const lifetimeSeconds = 180 * 24 * 3_600;
const wellFormed = /^([\w-]{22})((?:\.[\w-]{22}){1,8})$/;

/** Tells a browser in which somebody signed in before, so that guesses from elsewhere do not keep them out. */
export interface KnownDevices {
  /** Name of the browser when this e-mail got in from it before; null for any other. */
  of(cookies: string | undefined, email: string): string | null;
  /** Value of `Set-Cookie` by which the browser is known for this e-mail too. */
  remember(cookies: string | undefined, email: string): string;
}

/**
 * The cookie holds a name that was drawn and a proof per e-mail, so that it tells nobody who was there.
 * @param key secret of the provider. @param secure whether the cookie is for HTTPS only.
 */
export function knownDevices(key: string, secure: boolean): KnownDevices {
  const proofOf = (device: string, email: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['known-device', device, email]))
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const read = (cookies = ''): { device: string; proofs: string[] } | null => {
    const value = cookies
      .split(/;\s*/)
      .find((cookie) => cookie.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);
    const [, device, proofs] = wellFormed.exec(value ?? '') ?? [];
    return device && proofs ? { device, proofs: proofs.slice(1).split('.') } : null;
  };
  return {
    of(cookies, email) {
      const known = read(cookies);
      const isKnown = known?.proofs.some((proof) => isSameSecret(proof, proofOf(known.device, email)));
      return known && isKnown ? known.device : null;
    },
    remember(cookies, email) {
      const { device, proofs } = read(cookies) ?? { device: randomBytes(16).toString('base64url'), proofs: [] };
      const proof = proofOf(device, email);
      const people = [proof, ...proofs.filter((one) => one !== proof)].slice(0, mostPeople);
      const attributes = `Path=${mountPath}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${cookieName}=${[device, ...people].join('.')}; ${attributes}`;
    },
  };
}
