import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB and about a tenth of a second a try: the least that OWASP advises for scrypt. */
const cost = { N: 16_384, r: 8, p: 5 };
const keyLength = 32;
/** Unicode normalization: keyboards write the same letter in different ways. */
const bytesOf = (password: string): string => password.normalize('NFKC');

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, keyLength, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Hash of a password with its own salt: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A hash without any password, so that a try for an unknown person takes as long as any other. */
const nobody = ['scrypt', cost.N, cost.r, cost.p, randomBytes(16).toString('base64url'), randomBytes(keyLength).toString('base64url')].join('$');

/** Whether the password belongs to the hash. Takes the same time with null, the hash of an unknown person. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== null;
}
