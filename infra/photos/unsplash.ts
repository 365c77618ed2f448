import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import type { PageOrigins } from '../page-origins.ts';
import type { Photo, Photos } from './port.ts';

const api = 'https://api.unsplash.com';
/** Origins of Unsplash's image URLs; pictures of Unsplash+ have a separate host. */
export const unsplashOrigins: PageOrigins = { image: ['https://images.unsplash.com', 'https://plus.unsplash.com'] };
/** Timeout of an answer, milliseconds. */
const answerWithinMs = 5_000;
/** spec 1: attribution links carry UTM parameters. */
const referral = { utm_source: 'waystory', utm_medium: 'referral' };

const address = z.url({ protocol: /^https$/ });

/** Used part of a search result. */
export const unsplashPhoto = z.object({
  id: z.string().min(1).max(100),
  width: z.int().min(1),
  height: z.int().min(1),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  urls: z.object({ regular: address, small: address, thumb: address }),
  links: z.object({ html: address, download_location: address }),
  user: z.object({ name: z.string(), username: z.string(), links: z.object({ html: address }) }),
});
const searchResult = z.object({ results: z.array(unsplashPhoto) });

/** A link with the `utm_` parameters that Unsplash requires. */
function marked(link: string): string {
  const url = new URL(link);
  for (const [name, value] of Object.entries(referral)) url.searchParams.set(name, value);
  return url.href;
}

/** Converts a photo of the service to the product's form. */
export function photoFromUnsplash({ id, width, height, urls, links, user, ...rest }: z.output<typeof unsplashPhoto>): Photo {
  const description = rest.alt_description?.trim() || rest.description?.trim() || null;
  return {
    providerId: id,
    url: urls.regular,
    previewUrl: urls.small,
    thumbnailUrl: urls.thumb,
    width,
    height,
    source: 'unsplash',
    attribution: `Photo by ${user.name} on Unsplash`.slice(0, 300),
    sourceUrl: marked(links.html),
    authorName: user.name.slice(0, 200),
    authorUrl: marked(user.links.html),
    description: description?.slice(0, 1_000) ?? null,
    unsplashId: id,
    photographerUsername: user.username.slice(0, 100),
    downloadUrl: links.download_location,
  };
}

/** Error for a failed response; always EngineUnavailable, because callers can only retry later. */
export function unsplashErrorOf(status: number): EngineUnavailable {
  const meaning =
    status === 401 ? 'does not accept the access key' : status === 403 || status === 429 ? 'has answered enough for this hour' : 'failed';
  return new EngineUnavailable('unsplash', new Error(`The service ${meaning} (${status})`));
}

/**
 * Photos of unsplash.com through its official API. They are hot-linked with their photographer, and each choice is reported, as Unsplash requires.
 * @param accessKey Key of a registered application.
 * @param request `fetch` for its requests.
 */
export function unsplashPhotos(accessKey: string, request: typeof fetch = fetch): Photos {
  const ask = (url: string): Promise<Response> =>
    request(url, {
      headers: { authorization: `Client-ID ${accessKey}`, 'accept-version': 'v1' },
      signal: AbortSignal.timeout(answerWithinMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new EngineUnavailable('unsplash', error);
    });
  return {
    async search(words, count) {
      if (words.trim() === '') return [];
      const query = new URLSearchParams({ query: words.trim(), per_page: String(count), orientation: 'landscape', content_filter: 'high' });
      const response = await ask(`${api}/search/photos?${query}`);
      if (!response.ok) throw unsplashErrorOf(response.status);
      const parsed = searchResult.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new EngineUnavailable('unsplash', parsed.error);
      return parsed.data.results.slice(0, count).map(photoFromUnsplash);
    },
    async reportUse(downloadUrl) {
      // The access key must reach no other service.
      if (URL.parse(downloadUrl)?.origin !== api) return;
      const response = await ask(downloadUrl);
      await response.body?.cancel();
      // A removed photo needs no report.
      if (!response.ok && response.status !== 404) throw unsplashErrorOf(response.status);
    },
  };
}
