/** Widths that the server keeps its own pictures in, pixels. */
export type PhotoWidth = 240 | 640;

/** Uploaded pictures are kept in widths of their own. */
const uploadedWidths = { 240: 320, 640: 640 } as const;

/** A picture of this product in a smaller size; any other address stays as it is. */
export function photoAtWidth(url: string | null, width: PhotoWidth): string | null {
  if (url?.startsWith('/media/')) return `${url.split('?')[0]}?w=${uploadedWidths[width]}`;
  return url?.replace(/^(\/photos\/[\w-]+)-\d+\.webp$/, `$1-${width}.webp`) ?? null;
}
