import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured log: one JSON object a line, never a token, a cookie or an e-mail address. */
export const createLog = (level: Config['LOG_LEVEL']) =>
  pino(
    { level, base: { service: 'waystory' }, redact: ['req.headers.authorization', 'req.headers.cookie', '*.email', '*.password'] },
    pino.destination({ dest: 2, sync: true }),
  );
export type Log = ReturnType<typeof createLog>;
