/** Bytes of a UUID. */
const idBytes = 16;

/** UUIDs, 16 bytes each instead of a text of 36 characters. */
export interface IdColumn {
  get(row: number): string;
  set(row: number, id: string): void;
}

export function createIdColumn(): IdColumn {
  let bytes = Buffer.alloc(idBytes * 1_024);
  return {
    get(row) {
      const hex = bytes.toString('hex', row * idBytes, (row + 1) * idBytes);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    set(row, id) {
      if ((row + 1) * idBytes > bytes.length) {
        const larger = Buffer.alloc(bytes.length * 2);
        bytes.copy(larger);
        bytes = larger;
      }
      bytes.write(id.replaceAll('-', ''), row * idBytes, 'hex');
    },
  };
}
