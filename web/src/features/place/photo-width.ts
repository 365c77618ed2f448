/** Widths that the server keeps its own pictures in, pixels. */
export type PhotoWidth = 240 | 640;

/** A picture of this product in a smaller size; any other address stays as it is. */
export const photoAtWidth = (url: string | null, width: PhotoWidth): string | null =>
  url?.replace(/^(\/photos\/[\w-]+)-\d+\.webp$/, `$1-${width}.webp`) ?? null;
