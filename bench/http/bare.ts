import { createServer } from 'node:http';
import { serveUntilDisconnected, workerSettings } from '../harness/worker.ts';

const body = Buffer.alloc(5_000, 'x');

// Lower bound of a Node server: 5 kB of ready bytes.
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(workerSettings<{ port: number }>().port, '127.0.0.1');
serveUntilDisconnected(async () => {
  server.closeAllConnections();
  server.close();
});
