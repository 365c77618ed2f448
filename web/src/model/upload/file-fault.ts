/** As the API takes them; `proto/media/file.ts` would bring all of its rules into the page. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
/** Bytes. */
export const largestFile = 15 * 1024 * 1024;

/** Why a file need not even be sent. */
export type FileFault = 'type' | 'size' | 'empty';

/** What is wrong with a chosen file as far as its name and size tell; null when nothing is. */
export function faultOf({ type, size }: Pick<File, 'type' | 'size'>): FileFault | null {
  if (!acceptedTypes.includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > largestFile ? 'size' : null;
}
