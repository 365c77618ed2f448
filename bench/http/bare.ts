import { createServer } from 'node:http';
import { answerQuestions } from '../harness/worker.ts';

const body = Buffer.alloc(5_000, 'x');

// The least that a Node server can do: 5 kB of bytes that are there already. The one argument is the port.
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1');
answerQuestions(
  async () => 'listening',
  async () => {
    server.closeAllConnections();
    server.close();
  },
);
