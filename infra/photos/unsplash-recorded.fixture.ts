import { createServer, type IncomingMessage } from 'node:http';

const host = 'https://api.unsplash.com';
/** Access key that the local server accepts. */
export const recordedKey = 'recorded-access-key';

/** A photo in the documented form of API version 1, including unused fields. */
export const recordedPhoto = (id: string, word: string): Record<string, unknown> => ({
  id,
  slug: `${word}-${id}`,
  created_at: '2014-11-18T14:35:36-05:00',
  updated_at: '2024-01-20T08:11:02Z',
  promoted_at: null,
  width: 4_000,
  height: 3_000,
  color: '#A7A2A1',
  blur_hash: 'LaLXMa9Fx[D%~q%MtQM|kDRjtRIU',
  description: null,
  alt_description: `${word} by the water`,
  likes: 286,
  liked_by_user: false,
  current_user_collections: [],
  sponsorship: null,
  user: {
    id: 'Ul0QVz12Goo',
    username: 'someone',
    name: 'Some One',
    first_name: 'Some',
    last_name: null,
    portfolio_url: null,
    profile_image: { small: 'https://images.unsplash.com/profile-1?w=32', medium: 'https://images.unsplash.com/profile-1?w=64' },
    links: { self: `${host}/users/someone`, html: 'https://unsplash.com/@someone', photos: `${host}/users/someone/photos` },
  },
  urls: Object.fromEntries(
    [
      ['raw', ''],
      ['full', '&q=85'],
      ['regular', '&q=80&w=1080'],
      ['small', '&q=80&w=400'],
      ['thumb', '&q=80&w=200'],
    ].map(([size, form]) => [size, `https://images.unsplash.com/photo-${id}?ixid=M3wx${id}&ixlib=rb-4.0.3${form}`]),
  ),
  links: {
    self: `${host}/photos/${id}`,
    html: `https://unsplash.com/photos/${id}`,
    download: `https://unsplash.com/photos/${id}/download?ixid=M3wx${id}`,
    download_location: `${host}/photos/${id}/download?ixid=M3wx${id}`,
  },
});

/** A local server that follows the service's documentation. */
export interface RecordedService {
  /** A `fetch` that redirects requests for the service to this server. */
  request: typeof fetch;
  /** Requested paths with their queries. */
  asked: string[];
  /** Refuses with this status from now on; 0 ends the refusals. */
  refuseWith(status: number): void;
  close(): void;
}

export async function recordedService(): Promise<RecordedService> {
  const asked: string[] = [];
  let refusal = 0;
  const server = createServer((message, response) => {
    asked.push(message.url ?? '');
    const [status, body] = refusal > 0 ? [refusal, { errors: [refusal === 403 ? 'Rate Limit Exceeded' : 'Refused'] }] : answerTo(message);
    response.writeHead(status, { 'content-type': 'application/json', 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    asked,
    request: (url, init) => fetch(String(url).replace(host, origin), init),
    refuseWith: (status) => {
      refusal = status;
    },
    close: () => void server.close(),
  };
}

function answerTo({ url = '', headers }: IncomingMessage): [status: number, body: object] {
  const { pathname, searchParams } = new URL(url, host);
  if (headers.authorization !== `Client-ID ${recordedKey}`) return [401, { errors: ['OAuth error: The access token is invalid'] }];
  if (headers['accept-version'] !== 'v1') return [400, { errors: ['Unknown version'] }];
  const photo = /^\/photos\/([\w-]+)\/download$/.exec(pathname)?.[1];
  if (photo === 'gone') return [404, { errors: ["Couldn't find Photo"] }];
  if (photo) return [200, { url: `https://images.unsplash.com/photo-${photo}?${searchParams}` }];
  const [word, count] = [searchParams.get('query') ?? '', Number(searchParams.get('per_page') ?? 10)];
  if (pathname !== '/search/photos' || word === '') return [404, { errors: ['Not found'] }];
  const results = Array.from({ length: Math.min(count, 30) }, (_, number) => recordedPhoto(`${word.length}x${number}`, 'harbour'));
  return [200, { total: 10_000, total_pages: Math.ceil(10_000 / count), results }];
}
