import type { Config } from '@waystory/infra/config.ts';

/** Addresses that mean all addresses of this machine, of which one is this. */
const everywhere = ['0.0.0.0', '::'];

/** Where this process reaches itself. */
export const ownAddress = ({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string =>
  `http://${everywhere.includes(HOST) ? 'localhost' : HOST}:${PORT}`;
