import { type CallToolResult, Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { derivedId, newId } from '@waystory/infra/identifier.ts';
import { offeredToolNames } from '@waystory/proto/assistant/mcp/offered.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let origin: string;
let ada: Person;

beforeAll(async () => {
  const [port] = await findFreePorts(1);
  origin = `http://localhost:${port}`;
  product = await testProduct(contextsWithAssistant, undefined, { PORT: String(port), CORS_ORIGINS: 'https://inspector.example' });
  await product.host.listen();
  ada = await newPerson('ada');
});
afterAll(() => product.stop());

async function newPerson(name: string, ...roles: ('moderator' | 'admin')[]): Promise<Person> {
  const person = product.person(name, ...roles);
  await person.api.createAccount({});
  return person;
}

async function connected({ token }: Pick<Person, 'token'>, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  return client;
}

/** Calls tools as a person; the client validates results against the tools' schemas. */
async function caller(person: Person) {
  const client = await connected(person);
  await client.listTools();
  const call = (name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<CallToolResult> =>
    client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) });
  return {
    call,
    /** Result of a successful call. */
    // biome-ignore lint/suspicious/noExplicitAny: each tool answers something of its own, which the tests look at
    async done(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<any> {
      const { isError, structuredContent, content } = await call(name, args, meta);
      expect([name, isError ? content : false]).toEqual([name, false]);
      return structuredContent;
    },
    /** Error code of a failed call. */
    async refused(name: string, args: Record<string, unknown>): Promise<string> {
      const { isError, content, structuredContent } = await call(name, args);
      const [said] = content;
      expect([isError, structuredContent]).toEqual([true, undefined]);
      const { error } = JSON.parse(said?.type === 'text' ? said.text : '{}');
      expect(error.detail.length).toBeGreaterThan(10);
      return error.code;
    },
  };
}

describe('MCP connection', () => {
  test.each([
    ['after a handshake', {}, '2025-11-25'],
    ['without a handshake', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
  ] as const)('lists the tools %s', async (_, options, version) => {
    const client = await connected(ada, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('lookup_location');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(offeredToolNames);
    expect(offeredToolNames).not.toEqual(expect.arrayContaining(['web_browser', 'google_search']));
    for (const { name, inputSchema, outputSchema, description = '' } of tools) {
      expect({ name, ...inputSchema }).toMatchObject({ type: 'object', additionalProperties: false });
      expect({ name, ...outputSchema }).toMatchObject({ type: 'object' });
      expect(description.length).toBeGreaterThan(40);
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.search).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(hints.remove_stop).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false });
    expect(hints.add_stop).toEqual({ readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false });
    const once = { name: 'create_itinerary', arguments: { title: 'Once' }, _meta: { 'idempotency-key': version } };
    expect((await client.callTool(once)).structuredContent).toEqual((await client.callTool(once)).structuredContent);
    expect(await client.callTool({ name: 'near', arguments: { latitude: 0, longitude: 0 } })).toMatchObject({ structuredContent: { stops: [] } });
  });

  test('has no session, so that any process answers', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${ada.token}` } },
    });
    await new Client({ name: 'test', version: '1' }).connect(transport);
    expect(transport.sessionId).toBeUndefined();
  });
});

describe('itinerary of an MCP client', () => {
  // The first place query waits for the gazetteer.
  test('is planned with all tools, and its owner reads the same stops', { timeout: 60_000 }, async () => {
    const { done } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Lisbon and around', highlights: ['Trams'] });
    const { id: dayId, number } = await done('add_day', { itineraryId, title: 'The coast' });
    expect(number).toBe(1);
    const stopIds: string[] = [];
    for (const town of ['Lisbon', 'Cascais', 'Oeiras', 'Sintra']) {
      const { candidates } = await done('lookup_location', { query: town, itineraryId, limit: 1 });
      const [{ placeId, mapboxId }] = candidates;
      const stop = await done('add_stop', { itineraryId, dayId, placeId, mapboxId, title: town });
      expect(stop).toMatchObject({ title: town, state: 'SUGGESTED' });
      stopIds.push(stop.id);
    }
    expect((await done('optimize_route', { itineraryId, dayId })).stopIds).toEqual([stopIds[0], stopIds[2], stopIds[1], stopIds[3]]);
    expect(await done('update_stop', { itineraryId, stopId: stopIds[0], highlight: 'The light' })).toMatchObject({ title: 'Lisbon' });
    expect(await done('update_itinerary', { itineraryId, title: 'Lisbon, slowly' })).toEqual({ id: itineraryId, title: 'Lisbon, slowly' });
    expect(await done('remove_stop', { itineraryId, stopId: stopIds[3] })).toEqual({ id: stopIds[3] });
    const story = await done('get_story', { itineraryId });
    expect(story).toMatchObject({ title: 'Lisbon, slowly', isMine: true, visibility: 'PRIVATE', url: `${origin}/itineraries/${itineraryId}` });
    expect(story.days[0].stops.map(({ title }: { title: string }) => title)).toEqual(['Lisbon', 'Oeiras', 'Cascais']);
    expect(story.days[0].stops[0]).not.toHaveProperty('description');
    expect((await done('get_story', { itineraryId, dayId })).days[0].stops[0]).toMatchObject({ highlight: 'The light', description: null });
    const seen = await ada.api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } });
    expect(seen.stops?.map(({ state }) => state)).toEqual(['SUGGESTED', 'SUGGESTED', 'SUGGESTED']);
  });

  test('gets place/ambiguous for an ambiguous place name, and the place for its full name', { timeout: 60_000 }, async () => {
    const { done, refused } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Texas' });
    const { id: dayId } = await done('add_day', { itineraryId });
    const [{ placeId, mapboxId }] = (await done('lookup_location', { query: 'Dallas', itineraryId })).candidates;
    await done('add_stop', { itineraryId, dayId, placeId, mapboxId, title: 'Dallas' });
    expect(await refused('lookup_location', { query: 'Paris', itineraryId })).toBe('place/ambiguous');
    expect(await refused('lookup_location', { query: 'Springfield', itineraryId })).toBe('place/ambiguous');
    const { candidates } = await done('lookup_location', { query: 'Paris, Texas', itineraryId });
    expect(candidates[0]).toMatchObject({ placeName: 'Paris, Texas, United States' });
  });

  test('refuses a stop at a place that was not looked up', async () => {
    const { done, refused } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Nowhere' });
    const { id: dayId } = await done('add_day', { itineraryId });
    const at = { itineraryId, dayId, title: 'Atlantis' };
    expect(await refused('add_stop', { ...at, placeId: newId() })).toBe('place/unknown');
    expect(await refused('add_stop', { ...at, placeId: newId(), mapboxId: 'geonames.2267057' })).toBe('place/not-looked-up');
    const made = 'geonames.999999999';
    expect(await refused('add_stop', { ...at, placeId: derivedId('place', made), mapboxId: made })).toMatch(/^place\//);
    expect(await refused('add_stop', { ...at, coordinates: { latitude: 1, longitude: 2 } })).toBe('tool/bad-arguments');
    expect((await done('get_story', { itineraryId })).stopsCount).toBe(0);
  });

  test('is created once per idempotency key and account', async () => {
    const [mine, theirs] = [await caller(ada), await caller(await newPerson('bea'))];
    const make = (by: typeof mine, key: string) => by.done('create_itinerary', { title: 'Once' }, { 'idempotency-key': key });
    const [first, again, other, foreign] = [await make(mine, 'a b'), await make(mine, 'a b'), await make(mine, 'c'), await make(theirs, 'a b')];
    expect(again).toEqual(first);
    expect(new Set([first.id, other.id, foreign.id]).size).toBe(3);
  });
});

describe('write call of an MCP client', () => {
  /** A log with delayed appends. */
  async function slowLog() {
    const held = Promise.withResolvers<void>();
    const { append } = product.engines.events;
    let waiting = 0;
    product.engines.events.append = async (...args) => {
      waiting += 1;
      await held.promise;
      return append.apply(product.engines.events, args);
    };
    const letGo = (): void => {
      product.engines.events.append = append;
      held.resolve();
    };
    return { letGo, waiting: () => waiting };
  }
  const daysOf = async (id: string): Promise<number> =>
    (await ada.api.getItinerary({ params: { id }, query: { include: 'days' } })).days?.length ?? 0;

  test('is executed once when it is repeated after a timeout or a broken connection', async () => {
    const { done } = await caller(ada);
    for (const by of ['time-out', 'connection'] as const) {
      const { id: itineraryId } = await done('create_itinerary', { title: `Slow ${by}` });
      const client = await connected(ada);
      const slow = await slowLog();
      const first = client.callTool({ name: 'add_day', arguments: { itineraryId } }, by === 'time-out' ? { timeout: 300 } : {});
      const failed = expect(first).rejects.toThrow();
      await expect.poll(slow.waiting).toBeGreaterThan(0);
      if (by === 'connection') await client.close();
      await failed;
      const again = done('add_day', { itineraryId });
      slow.letGo();
      expect((await again).number).toBe(1);
      expect(await daysOf(itineraryId)).toBe(1);
      expect((await done('add_day', { itineraryId })).number).toBe(2);
    }
  });

  test('is executed for each of three equal concurrent calls', async () => {
    const { done } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Three days' });
    const days = await Promise.all([1, 2, 3].map(() => done('add_day', { itineraryId })));
    expect(new Set(days.map(({ id }) => id)).size).toBe(3);
    expect(await daysOf(itineraryId)).toBe(3);
  });
});

describe('MCP client', () => {
  let told: { itineraryId: string; placeId: string };
  beforeAll(async () => {
    const cid = await newPerson('cid');
    const { id: itineraryId } = await cid.api.createItinerary({ body: { title: 'A week in Évora', visibility: 'PUBLIC' } });
    const day = await cid.api.addDay({ params: { itineraryId }, body: {} });
    const stop = await cid.api.addStop({
      params: { itineraryId },
      body: { locationQuery: 'Évora', title: 'Temple at dusk', highlight: 'Nobody else is there', dayIds: [day.id] },
    });
    told = { itineraryId, placeId: stop.place.id };
  });

  test('finds public stories by words, place and distance, and reads them in full', async () => {
    const { done } = await caller(ada);
    await expect
      .poll(async () => (await done('search', { query: 'Temple at dusk', country: 'PT' })).stops, { timeout: 15_000 })
      .toMatchObject([{ title: 'Temple at dusk', highlight: 'Nobody else is there', ...told }]);
    expect((await done('search', { query: 'week in Evora' })).stories).toMatchObject([{ title: 'A week in Évora', itineraryId: told.itineraryId }]);
    const place = await done('get_place', { placeId: told.placeId });
    expect(place).toMatchObject({ placeId: told.placeId, stops: [{ title: 'Temple at dusk' }] });
    const { latitude, longitude } = place.coordinates;
    const around = await done('near', { latitude: latitude + 0.01, longitude });
    expect(around).toMatchObject({ stops: [{ title: 'Temple at dusk', km: 1.1 }], stories: [{ itineraryId: told.itineraryId }] });
    expect(await done('near', { latitude: latitude + 1, longitude })).toMatchObject({ stops: [], stories: [] });
    expect(await done('get_story', { itineraryId: told.itineraryId })).toMatchObject({ isMine: false, stopsCount: 1 });
  });

  test('adds a stop at a place of a public story', async () => {
    const { done } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Alentejo' });
    const { id: dayId } = await done('add_day', { itineraryId });
    expect(await done('add_stop', { itineraryId, dayId, placeId: told.placeId, title: 'Évora' })).toMatchObject({ place: { id: told.placeId } });
  });

  test('gets itinerary/unknown for private stories of others, and itinerary/not-yours for changes of public ones', async () => {
    const { done, refused } = await caller(ada);
    const { id: itineraryId } = await done('create_itinerary', { title: 'Secret' });
    const others = await caller(await newPerson('dan'));
    expect(await others.refused('get_story', { itineraryId })).toBe('itinerary/unknown');
    expect(await others.refused('add_day', { itineraryId })).toBe('itinerary/unknown');
    expect(await refused('update_itinerary', { itineraryId: told.itineraryId, title: 'Mine' })).toBe('itinerary/not-yours');
    expect(await refused('get_story', { itineraryId: told.itineraryId, dayId: newId() })).toBe('day/unknown');
    expect(await refused('get_place', { placeId: newId() })).toBe('place/unknown');
  });
});

describe.each(['moderator', 'admin'] as const)('MCP client of a person with the role %s', (role) => {
  test.each(['private', 'binned', 'hidden'])('neither reads nor changes a %s story of somebody else', { timeout: 60_000 }, async (kind) => {
    const staff = await newPerson(`staff-${role}`, role);
    const { api } = await newPerson(`author-of-${kind}`);
    const title = `Undisclosed ${kind} ${role}`;
    const { id: itineraryId } = await api.createItinerary({ body: { title, visibility: kind === 'private' ? 'PRIVATE' : 'PUBLIC' } });
    const { id: dayId } = await api.addDay({ params: { itineraryId }, body: {} });
    const coordinates = { latitude: 12.345, longitude: 54.321 };
    const { id: stopId, place } = await api.addStop({ params: { itineraryId }, body: { title, coordinates, dayIds: [dayId] } });
    if (kind === 'binned') await api.binItinerary({ params: { id: itineraryId } });
    if (kind === 'hidden') await staff.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: true } });
    expect((await staff.api.getItinerary({ params: { id: itineraryId } })).title).toBe(title);
    const { done, refused } = await caller(staff);
    for (const [name, args] of [
      ['get_story', {}],
      ['update_itinerary', { title: 'Taken' }],
      ['add_day', {}],
      ['add_stop', { dayId, title: 'Taken', placeId: place.id }],
      ['update_stop', { stopId, title: 'Taken' }],
      ['remove_stop', { stopId }],
      ['optimize_route', { dayId }],
      ['lookup_location', { query: 'Lisbon' }],
    ] as const)
      expect([name, await refused(name, { itineraryId, ...args })]).toEqual([name, 'itinerary/unknown']);
    const found = [
      await done('search', { query: title }),
      await done('near', coordinates),
      await done('get_place', { placeId: place.id }).catch(() => null),
    ];
    expect(JSON.stringify(found)).not.toContain(title);
    expect(await api.getItinerary({ params: { id: itineraryId } })).toMatchObject({ title, daysCount: 1, stopsCount: 1 });
  });
});

describe('MCP call', () => {
  test.each([
    ['search', {}],
    ['search', { query: ' ' }],
    ['search', { query: 'x', limit: 21 }],
    ['search', { query: 'x', accountId: newId() }],
    ['near', { latitude: 91, longitude: 0 }],
    ['near', { latitude: 0, longitude: 0, radiusKm: 1e9 }],
    ['get_story', { itineraryId: '../me' }],
    ['create_itinerary', { title: 'x', visibility: 'PUBLIC' }],
    ['create_itinerary', { title: 'x\u0000' }],
  ])('of %s with %j fails with tool/bad-arguments', async (name, args) => {
    expect(await (await caller(ada)).refused(name, args)).toBe('tool/bad-arguments');
  });

  test.each(['web_browser', 'google_search', 'delete_account', 'constructor', '__proto__'])('of %s is rejected as an unknown tool', async (name) => {
    await expect((await connected(ada)).callTool({ name, arguments: {} })).rejects.toThrow(/not found|disabled/);
  });

  test('without an account writes nothing', async () => {
    expect(await (await caller(product.person('nobody'))).refused('create_itinerary', { title: 'x' })).toBe('auth/no-account');
  });

  test('of a moderator runs as a workflow, and its events record the person without the role', async () => {
    const mia = await newPerson('mia', 'moderator');
    const { done } = await caller(mia);
    const { id } = await done('create_itinerary', { title: 'Recorded' }, { 'idempotency-key': 'k' });
    const run = `tool:mcp:${derivedId('mcp', mia.accountId, 'create_itinerary', 'k')}`;
    expect(await product.engines.workflows.status(run)).toBe('completed');
    const [created] = await product.engines.events.read(`itinerary-${id}`);
    expect(created?.meta).toMatchObject({ actorId: mia.accountId, cause: run });
    expect(created?.meta).not.toHaveProperty('role');
  });
});

describe('MCP over HTTP', () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (headers: Record<string, string>, body = JSON.stringify(initialize)): Promise<Response> =>
    fetch(`${origin}/mcp`, { method: 'POST', headers: { ...usual, ...headers }, body });
  const asAda = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${ada.token}`, ...more });

  test.each([
    ['no token', {}, 'auth/required', 'Bearer resource_metadata='],
    ['a made-up token', { authorization: 'Bearer a.b.c' }, 'auth/invalid-token', 'Bearer error="invalid_token", resource_metadata='],
    ['a password', { authorization: 'Basic YTpi' }, 'auth/invalid-token', 'Bearer error="invalid_token", resource_metadata='],
  ])('answers 401 with the URL of the resource metadata to a caller with %s', async (_, headers, code, beginning) => {
    const response = await post(headers as Record<string, string>); // as: some have none
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(`${beginning}"${origin}/.well-known/oauth-protected-resource/mcp"`);
    expect(await response.json()).toMatchObject({ code });
  });

  test('answers at the address with a trailing slash, too', async () => {
    const ask = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${origin}/mcp/`, { method: 'POST', headers: { ...usual, ...headers }, body: JSON.stringify(initialize) });
    expect((await ask(asAda())).status).toBe(200);
    const unknown = await ask({});
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('www-authenticate')).toContain(`"${origin}/.well-known/oauth-protected-resource/mcp"`);
    expect((await fetch(`${origin}/mcp/`)).status).toBe(405);
  });

  test.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp/', '/.well-known/oauth-protected-resource'])(
    'returns resource and issuer at %s',
    async (path) => {
      const response = await fetch(`${origin}${path}`);
      expect(await response.json()).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [`${origin}/idp`] });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test.each([
    ['https://evil.test', 403],
    ['null', 403],
    ['http://localhost', 403],
    ['https://inspector.example', 200],
  ])('answers a request with Origin %s with %i', async (from, status) => {
    expect((await post(asAda({ origin: from }))).status).toBe(status);
  });

  test('answers a request with the Origin of the product with 200', async () => {
    expect((await post(asAda({ origin }))).status).toBe(200);
  });

  test.each([
    ['a broken body', '{"jsonrpc":', 400],
    ['a body that is too large', JSON.stringify({ ...initialize, more: 'x'.repeat(600_000) }), 413],
    ['a body that is no message', '"hello"', 400],
    ['a batch of messages', JSON.stringify([initialize, initialize]), 400],
    ['an empty body', '', 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(asAda(), body)).status).toBe(status);
  });

  test.each(['GET', 'DELETE'])('answers 405 to %s, because it has neither streams nor sessions', async (method) => {
    const response = await fetch(`${origin}/mcp`, { method, headers: { accept: 'text/event-stream', ...asAda() } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  test('answers 403 to a suspended account', async () => {
    const [eve, admin] = [await newPerson('eve'), await newPerson('root', 'admin')];
    await connected(eve);
    await admin.api.updateAccount({ params: { id: eve.accountId }, body: { suspended: true } });
    await expect.poll(async () => (await post({ authorization: `Bearer ${eve.token}` })).status, { timeout: 15_000 }).toBe(403);
    await expect(connected(eve)).rejects.toThrow();
  });

  test('answers 429 above its rate limit', async () => {
    const [port] = await findFreePorts(1);
    const counted = await testProduct(contextsWithAssistant, undefined, { PORT: String(port), WRITES_PER_MINUTE: '3' });
    try {
      await counted.host.listen();
      const { token } = counted.person('fay');
      const ask = () =>
        fetch(`http://localhost:${port}/mcp`, {
          method: 'POST',
          headers: { ...usual, authorization: `Bearer ${token}` },
          body: JSON.stringify(initialize),
        });
      const statuses = [];
      for (let n = 0; n < 4; n++) statuses.push((await ask()).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await counted.stop();
    }
  });
});
