import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';

/** A file that a later attempt may bring is asked for again by i18next, with the pauses of spec 9. */
const mayComeLater = (status: number): boolean => status >= 500;

async function read(language: string, namespace: string, done: ReadCallback): Promise<void> {
  const path = `/locales/${language}/${namespace}.json`;
  try {
    const response = await fetch(path);
    if (response.ok)
      done(null, (await response.json()) as ResourceKey); // JSON of texts, written with the release
    else done(new Error(`${path} answered ${response.status}`), mayComeLater(response.status));
  } catch (error) {
    done(error instanceof Error ? error : new Error(path), true);
  }
}

/** Where i18next finds its texts: the files of this product and no others. */
export const textFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    void read(language, namespace, done);
  },
};
