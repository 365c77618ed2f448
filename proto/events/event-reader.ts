import { BinaryReader } from '@bufbuild/protobuf/wire';

/** So many bits of a varint fit into a number without loss, seven in a byte. */
const shortVarint = 7;

/** The library's reader with a shorter way for small integers and for tags, which are what it reads most. */
export class EventReader extends BinaryReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
  }

  /** An `int64` as a number, which loses the last digits of one beyond 2^53. */
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
    // Negative, very large or cut short: the library knows which.
    return Number(this.int64());
  }
}
