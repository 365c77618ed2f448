import { BinaryReader } from '@bufbuild/protobuf/wire';

/** Maximum number of varint bytes, seven bits each, that fit into 49 bits and so into a number without loss. */
const shortVarint = 7;

/** The library's reader with a fast path for small integers and tags, the most frequent fields. */
export class EventReader extends BinaryReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
  }

  /** Reads an `int64` as a number; integers beyond 2^53 lose digits. */
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
    // Negative, very large and truncated integers are left to the library.
    return Number(this.int64());
  }
}
