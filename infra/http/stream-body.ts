import type { Readable } from 'node:stream';

/** The body of an answer that comes bit by bit, with the headers that its route promises. It is destroyed when the caller goes. */
export class StreamBody {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;
  constructor(stream: Readable, headers: Readonly<Record<string, string>>) {
    this.stream = stream;
    this.headers = headers;
  }
}
