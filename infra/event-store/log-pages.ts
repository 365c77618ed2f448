import type { EventStore, Position, RecordedEvent } from './port.ts';

const pageSize = 1_000;

/** The log after a position, page by page, up to its end at the time of the last read. */
export async function* logPages(events: Pick<EventStore, 'readAll'>, after: Position = 0): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  for (let position = after; ; ) {
    const page = await events.readAll(position, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    position = last.position;
  }
}
