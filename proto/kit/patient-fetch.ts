/** A `fetch` that retries reads answered with 503 and `Retry-After`, for `withinMs` at most. */
export const retryingFetch =
  (once: typeof fetch, withinMs: number): typeof fetch =>
  async (input, init) => {
    const until = Date.now() + withinMs;
    for (;;) {
      const response = await once(input, init);
      const wait = Number(response.headers.get('retry-after')) * 1_000;
      const mayRepeat = response.status === 503 && (init?.method ?? 'GET') === 'GET';
      if (!mayRepeat || wait === 0 || Date.now() + wait > until) return response;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
