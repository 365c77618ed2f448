/** Bytes of a UUID. */
const idBytes = 16;

/** UUIDs, 16 bytes each instead of a text of 36 characters. */
export interface IdColumn {
  get(row: number): string;
  set(row: number, id: string): void;
  /** Ids of rows, 16 bytes each, in the format of `append`. */
  copy(rows: Int32Array): Uint8Array;
  /** Puts ids into the rows from `row` on. */
  append(row: number, ids: Uint8Array): void;
}

export function createIdColumn(): IdColumn {
  let bytes = Buffer.alloc(idBytes * 1_024);
  const reach = (end: number): void => {
    if (end <= bytes.length) return;
    const larger = Buffer.alloc(Math.max(bytes.length * 2, end));
    bytes.copy(larger);
    bytes = larger;
  };
  return {
    get(row) {
      const hex = bytes.toString('hex', row * idBytes, (row + 1) * idBytes);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    set(row, id) {
      reach((row + 1) * idBytes);
      bytes.write(id.replaceAll('-', ''), row * idBytes, 'hex');
    },
    copy(rows) {
      const copied = new Uint8Array(rows.length * idBytes);
      for (const [at, row] of rows.entries()) copied.set(bytes.subarray(row * idBytes, (row + 1) * idBytes), at * idBytes);
      return copied;
    },
    append(row, ids) {
      reach(row * idBytes + ids.length);
      bytes.set(ids, row * idBytes);
    },
  };
}
