/** Longest silence of a stream, milliseconds: many proxies close an idle connection after 30 s. */
const heartbeatEvery = 15_000;
/** An empty line, which stream readers skip. */
const heartbeat = '\n';

/** Passes lines on, with heartbeats while a model or tool works. */
export async function* withHeartbeats(
  lines: AsyncGenerator<string, void, undefined>,
  every: number = heartbeatEvery,
): AsyncGenerator<string, void, undefined> {
  let silence = Promise.withResolvers<null>();
  const timer = setInterval(() => silence.resolve(null), every);
  try {
    for (let next = lines.next(); ; silence = Promise.withResolvers()) {
      const line = await Promise.race([next, silence.promise]);
      if (line?.done) return;
      yield line ? line.value : heartbeat;
      if (!line) continue;
      timer.refresh();
      next = lines.next();
    }
  } finally {
    clearInterval(timer);
    // The writer may be silent for long, and is not awaited.
    void lines.return();
  }
}
