import { pino } from 'pino';
import type { Config } from './config.ts';
import { createOutages } from './outages.ts';

/**
 * Structured log: one JSON object a line, never a token, a cookie or an e-mail address.
 * While an engine is away, one line says so and one that it is back: what fails meanwhile for the same reason is counted, not written.
 * @param active what the work that writes a line is part of, where that is recorded
 */
export const createLog = (
  level: Config['LOG_LEVEL'],
  active: () => { traceId: string; spanId: string } | undefined = () => undefined,
  destination: { write(line: string): void } = pino.destination({ dest: 2, sync: true }),
) => {
  const outages = createOutages((engine, seconds, repeats) => log.warn({ engine, seconds, repeats }, `${engine} is back after ${seconds} s`));
  const log = pino(
    {
      level,
      mixin: () => {
        const span = active();
        return span ? { traceId: span.traceId, spanId: span.spanId } : {};
      },
      base: { service: 'waystory' },
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.email', '*.password'],
      hooks: {
        logMethod(line, write) {
          const [about, message] = line;
          const outage = outages.note(Object(about).err);
          if (outage === null) return write.apply(this, line);
          if (!outage.isNew) return;
          const { engine } = outage;
          write.call(this, { ...Object(about), engine }, `${engine} is away, which is said once until it is back: ${message}`);
        },
      },
    },
    destination,
  );
  return Object.assign(log, { outages });
};
export type Log = ReturnType<typeof createLog>;
