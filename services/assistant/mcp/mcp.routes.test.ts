import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let origin: string;
let ada: Person;

beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  product = await testProduct(contextsWithAssistant, undefined, { PORT: String(port) });
  await product.host.listen();
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

async function connected(person: Person): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${person.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  return client;
}

test('thin', async () => {
  const client = await connected(ada);
  console.log(client.getServerVersion(), client.getNegotiatedProtocolVersion?.());
  const { tools } = await client.listTools();
  console.log(tools.map(({ name, inputSchema, annotations }) => [name, JSON.stringify(inputSchema).length, JSON.stringify(annotations)]));
  console.log(JSON.stringify(await client.callTool({ name: 'search', arguments: { query: 'Lisbon' } })));
  console.log(JSON.stringify(await client.callTool({ name: 'create_itinerary', arguments: { title: 'Lisbon' } })));
  console.log(JSON.stringify(await client.callTool({ name: 'create_itinerary', arguments: { titel: 'Lisbon' } })));
  expect(tools.length).toBe(12);
});
