import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Answers that come bit by bit and have not come to their end. */
export interface OpenStreams {
  add(response: ServerResponse): void;
  /** Resolves when none is left. */
  ended(): Promise<void>;
  /** Breaks them off, also those that begin from now on: whoever reads one sees that it is not whole, and reads on at another process. */
  breakOff(): void;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<ServerResponse>();
  let isOver = false;
  return {
    add(response) {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (isOver) response.destroy();
    },
    async ended() {
      for (let [one] = open; one; [one] = open) await once(one, 'close');
    },
    breakOff() {
      isOver = true;
      for (const response of open) response.destroy();
    },
  };
}
