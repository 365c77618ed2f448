import { pino } from 'pino';
import type { Config } from './config.ts';
import { createOutages } from './outages.ts';

/**
 * Structured log: one JSON object a line, without tokens, cookies or e-mail addresses. An outage of an engine is logged once at its begin and once at
 * its end; failures between are counted.
 * @param active Trace context of the current work, when tracing is on.
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
