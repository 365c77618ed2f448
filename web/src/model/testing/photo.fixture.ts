/** Tag values as cameras write them: text, rationals, or signed rationals. */
export type TagValue = string | readonly (readonly [number, number])[] | { signed: readonly (readonly [number, number])[] };
export interface WrittenTags {
  ifd0?: Readonly<Record<number, TagValue>>;
  exif?: Readonly<Record<number, TagValue>>;
  gps?: Readonly<Record<number, TagValue>>;
  /** Attributes of one XMP description, with prefixes. */
  xmp?: string;
  bigEndian?: boolean;
}

/** Tag numbers: https://exiftool.org/TagNames/EXIF.html */
export const tag = { make: 0x010f, dateTime: 0x0132, original: 0x9003, digitized: 0x9004, latRef: 1, lat: 2, lngRef: 3, lng: 4 } as const;
const [exifPointer, gpsPointer] = [0x8769, 0x8825];

/** A growing TIFF buffer. */
class Tiff {
  readonly bytes: number[] = [];
  readonly #isBig: boolean;
  constructor(isBig: boolean) {
    this.#isBig = isBig;
  }
  put(at: number, value: number, size: 2 | 4): void {
    for (let byte = 0; byte < size; byte++) this.bytes[at + byte] = (value >>> (8 * (this.#isBig ? size - 1 - byte : byte))) & 0xff;
  }
  /** Writes a directory with its values; returns its offset and the offset of each tag's value. */
  directory(tags: Readonly<Record<number, TagValue | number>>): { at: number; valueAt: Map<number, number> } {
    const entries = Object.entries(tags)
      .map(([number, value]) => [Number(number), value] as const)
      .sort(([a], [b]) => a - b);
    const at = this.bytes.length;
    const valueAt = new Map<number, number>();
    this.put(at, entries.length, 2);
    this.put(at + 2 + entries.length * 12, 0, 4);
    for (const [index, [number, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      const data = dataOf(value);
      this.put(entry, number, 2);
      this.put(entry + 2, data.type, 2);
      this.put(entry + 4, data.count, 4);
      this.put(entry + 8, 0, 4);
      valueAt.set(number, entry + 8);
      const size = data.words ? data.words.length * 4 : data.count;
      const target = size > 4 ? this.bytes.length : entry + 8;
      if (size > 4) this.put(entry + 8, target, 4);
      for (const [position, word] of (data.words ?? []).entries()) this.put(target + position * 4, word, 4);
      for (const [position, byte] of data.bytes.entries()) this.bytes[target + position] = byte;
    }
    return { at, valueAt };
  }
}

function dataOf(value: TagValue | number): { type: number; count: number; words?: number[]; bytes: number[] } {
  if (typeof value === 'number') return { type: 4, count: 1, words: [value], bytes: [] };
  if (typeof value === 'string') {
    const bytes = [...new TextEncoder().encode(value), 0];
    return { type: 2, count: bytes.length, bytes };
  }
  const pairs = 'signed' in value ? value.signed : value;
  return { type: 'signed' in value ? 10 : 5, count: pairs.length, words: pairs.flat(), bytes: [] };
}

const segment = (content: readonly number[]): number[] => [0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content];
const ascii = (text: string): number[] => [...new TextEncoder().encode(text)];

function exifSegment({ ifd0 = {}, exif, gps, bigEndian = false }: WrittenTags): number[] {
  const tiff = new Tiff(bigEndian);
  tiff.bytes.push(...ascii(bigEndian ? 'MM' : 'II'));
  tiff.put(2, 42, 2);
  tiff.put(4, 8, 4);
  const { valueAt } = tiff.directory({ ...ifd0, ...(exif && { [exifPointer]: 0 }), ...(gps && { [gpsPointer]: 0 }) });
  for (const [pointer, tags] of [
    [exifPointer, exif],
    [gpsPointer, gps],
  ] as const)
    if (tags) tiff.put(valueAt.get(pointer) ?? 0, tiff.directory(tags).at, 4);
  return segment([...ascii('Exif\0\0'), ...tiff.bytes]);
}

const xmpSegment = (attributes: string): number[] =>
  segment([
    ...ascii('http://ns.adobe.com/xap/1.0/\0'),
    ...ascii(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}/></rdf:RDF></x:xmpmeta>`,
    ),
  ]);

/** A JPEG with tags only, because tag readers need no picture. */
export function photoWith(tags: WrittenTags): File {
  const hasExif = Boolean(tags.ifd0 ?? tags.exif ?? tags.gps);
  const bytes = [0xff, 0xd8, ...(hasExif ? exifSegment(tags) : []), ...(tags.xmp ? xmpSegment(tags.xmp) : []), 0xff, 0xd9];
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
}
