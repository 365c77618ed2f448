import { BinaryReader } from '@bufbuild/protobuf/wire';

/** Bytes of a varint that fit a number without loss, seven bits each. */
const shortVarint = 7;

/** The library's reader with a fast path for small integers and tags, the most frequent fields. */
export class EventReader extends BinaryReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
  }

  /** An `int64` as a number; digits beyond 2^53 are lost. */
  integer(): number {
    let value = 0;
    let scale = 1;
    const end = Math.min(this.pos + shortVarint, this.len);
    for (let at = this.pos; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        this.pos = at + 1;
        return value;
      }
      scale *= 0x80;
    }
    // Negative, very large or truncated: the library handles it.
    return Number(this.int64());
  }
}
