import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { expect, test } from 'vitest';
import { createStreetMapProxy } from './streets.ts';

const style = {
  version: 8,
  sources: { streets: { type: 'vector', url: 'https://tiles.example/planet' } },
  glyphs: 'https://tiles.example/fonts/{fontstack}/{range}.pbf',
  layers: [],
};
const json = (value: unknown): Response => new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
const tile = (): Response => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/x-protobuf' } });

/** Street map proxy for a service on one host, with the URLs that it requested. */
function scene(reply: (url: string) => Response) {
  const asked: string[] = [];
  const streets = createStreetMapProxy({
    styles: { light: 'https://tiles.example/styles/liberty', dark: 'https://tiles.example/styles/dark' },
    ...{ base: 'http://localhost:4000/streets', userAgent: 'Waystory/1' },
    request: async (url) => {
      asked.push(String(url));
      return reply(String(url));
    },
  });
  return { asked, streets };
}

test('Street style has all its URLs rewritten to this product', async () => {
  const { asked, streets } = scene(() => json(style));
  const { bytes } = await streets.style(false);
  expect(JSON.parse(bytes.toString())).toMatchObject({
    sources: { streets: { url: 'http://localhost:4000/streets/0/planet' } },
    glyphs: 'http://localhost:4000/streets/0/fonts/{fontstack}/{range}.pbf',
  });
  await streets.style(false);
  await streets.style(true);
  expect(asked).toEqual(['https://tiles.example/styles/liberty', 'https://tiles.example/styles/dark']);
});

test('Street tiles are requested once, and only from the hosts of the styles', async () => {
  const { asked, streets } = scene(tile);
  expect((await streets.file('0/planet/1/2/3.pbf'))?.bytes).toEqual(Buffer.from([1, 2, 3]));
  await streets.file('0/planet/1/2/3.pbf');
  await streets.file('0/fonts/Noto Sans Regular/0-255.pbf');
  expect(asked).toEqual(['https://tiles.example/planet/1/2/3.pbf', 'https://tiles.example/fonts/Noto%20Sans%20Regular/0-255.pbf']);
});

test.each(['1/planet/1/2/3.pbf', 'planet/1/2/3.pbf', '0/../admin', '0/a?b=c', '0/https://other.example/', '0/', ''])(
  'Street path %j is not requested',
  async (path) => {
    const { asked, streets } = scene(tile);
    expect(await streets.file(path)).toBeNull();
    expect(asked).toEqual([]);
  },
);

test('Street file of another content type throws EngineUnavailable, and a 404 gives null', async () => {
  const page = (): Response => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  await expect(scene(page).streets.file('0/planet/1/2/4.pbf')).rejects.toThrow(EngineUnavailable);
  expect(await scene(() => new Response(null, { status: 404 })).streets.file('0/planet/1/2/5.pbf')).toBeNull();
});
