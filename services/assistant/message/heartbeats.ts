/** Longest silence of a stream, milliseconds. Proxies take a connection that says nothing for gone, many of them after 30 s. */
const heartbeatEvery = 15_000;
/** An empty line, which readers of the stream skip. */
const heartbeat = '\n';

/** Lines as they come, and a heartbeat while a model thinks or a tool works. */
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
    // Whoever writes may be silent for long, and is not waited for.
    void lines.return();
  }
}
