import Fastify from 'fastify';
import { answerQuestions } from '../harness/worker.ts';

export interface BareSettings {
  port: number;
  /** By path the answer, gzipped, in base64. */
  tiles: Record<string, string>;
}

const app = Fastify();
let tiles = new Map<string, Buffer>();
app.get('/api/tiles/stops/:z/:x/:y', (request, reply) =>
  reply.header('content-encoding', 'gzip').type('application/vnd.mapbox-vector-tile').send(tiles.get(request.url)),
);

answerQuestions<BareSettings>(
  async (settings) => {
    tiles = new Map(Object.entries(settings.tiles).map(([path, bytes]) => [path, Buffer.from(bytes, 'base64')]));
    await app.listen({ port: settings.port, host: '127.0.0.1' });
    return 'listening';
  },
  () => app.close(),
);
