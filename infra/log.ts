import { pino } from 'pino';
import type { Config } from './config.ts';

/**
 * Structured log: one JSON object a line, never a token, a cookie or an e-mail address.
 * @param active what the work that writes a line is part of, where that is recorded
 */
export const createLog = (level: Config['LOG_LEVEL'], active: () => { traceId: string; spanId: string } | undefined = () => undefined) =>
  pino(
    {
      level,
      mixin: () => {
        const span = active();
        return span ? { traceId: span.traceId, spanId: span.spanId } : {};
      },
      base: { service: 'waystory' },
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.email', '*.password'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
export type Log = ReturnType<typeof createLog>;
