const utf8 = new TextDecoder();

/** Block of names: all their bytes, and the end of each. */
export interface NameBlock {
  bytes: Uint8Array;
  ends: Uint32Array;
}

/** Names by row. Names of a block are decoded only when read. */
export function createNameColumn() {
  const names: (string | undefined)[] = [];
  const blocks: (NameBlock & { from: number })[] = [];
  function inBlock(row: number): string {
    let [low, high] = [0, blocks.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((blocks[middle]?.from ?? 0) <= row) low = middle;
      else high = middle;
    }
    const block = blocks[low];
    if (!block || row < block.from || row >= block.from + block.ends.length) return '';
    const at = row - block.from;
    return utf8.decode(block.bytes.subarray(at === 0 ? 0 : block.ends[at - 1], block.ends[at]));
  }
  const get = (row: number): string => names[row] ?? inBlock(row);
  return {
    get,
    set: (row: number, name: string): void => {
      names[row] = name;
    },
    copy(rows: Int32Array): NameBlock {
      const texts = Array.from(rows, (row) => Buffer.from(get(row)));
      const ends = new Uint32Array(rows.length);
      let end = 0;
      for (const [at, text] of texts.entries()) {
        end += text.length;
        ends[at] = end;
      }
      return { bytes: Buffer.concat(texts), ends };
    },
    /** Sets the names of the rows from `from` on, beyond all rows with a name. */
    append: (from: number, block: NameBlock) => void blocks.push({ from, ...block }),
  };
}
