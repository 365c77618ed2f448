import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerQuestions } from '../harness/worker.ts';

/** Spans that came since the last question. */
let spans = 0;

// A receiver of traces by OTLP over HTTP, which counts them. The one argument is the port.
const server = createServer(async (request, response) => {
  spans += (await text(request)).split('"spanId":').length - 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
server.listen(Number(process.argv[2]), '127.0.0.1');
answerQuestions(
  async () => {
    const counted = spans;
    spans = 0;
    return counted;
  },
  async () => {
    server.closeAllConnections();
    server.close();
  },
);
