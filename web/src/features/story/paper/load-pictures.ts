/** Longest wait for pictures before printing, milliseconds. */
const patience = 6_000;

/** Fetches pictures, so that paper has them; those that cannot be had are left out. Keep what is answered until it is printed. */
export async function loadPictures(addresses: readonly string[]): Promise<HTMLImageElement[]> {
  const pictures = addresses.map((address) => Object.assign(document.createElement('img'), { src: address }));
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), late]);
  return pictures;
}
