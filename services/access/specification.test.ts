import { accessMatrix } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../all.ts';
import { type TestProduct, testProduct } from '../testing/product.ts';

/** Section 7 of the specification, area by area; `bulk` stands for PATCH and DELETE of a collection with a filter. */
const operations = `
POST /accounts
GET /accounts
GET /accounts/me
GET /accounts/{id}
PUT /accounts/{id}
DELETE /accounts/{id}
bulk /accounts
GET /accounts/search
GET /accounts/{accountId}/chats
GET /accounts/{accountId}/chats/{id}
POST /chat
POST /chat/{id}
GET /chat
GET /chat/{threadId}
POST /countries
GET /countries
GET /countries/{id}
PATCH /countries/{id}
DELETE /countries/{id}
bulk /countries
POST /follows
GET /follows
GET /follows/{id}
PATCH /follows/{id}
DELETE /follows/{followingId}
bulk /follows
POST /itineraries
GET /itineraries
GET /itineraries/{id}
PATCH /itineraries/{id}
DELETE /itineraries/{id}
bulk /itineraries
GET /itineraries/by-bounds
GET /itinerary-projections
GET /itineraries/search
GET /itineraries/stops/search
POST /itineraries/{itineraryId}/days
GET /itineraries/{itineraryId}/days
GET /itineraries/{itineraryId}/days/{id}
PATCH /itineraries/{itineraryId}/days/{id}
DELETE /itineraries/{itineraryId}/days/{id}
bulk /itineraries/{itineraryId}/days
POST /itineraries/{itineraryId}/stops
GET /itineraries/{itineraryId}/stops
GET /itineraries/{itineraryId}/stops/{id}
PATCH /itineraries/{itineraryId}/stops/{id}
DELETE /itineraries/{itineraryId}/stops/{id}
GET /stops
GET /stops/{id}
GET /stop-projections
POST /itineraries/preview-images
POST /itineraries/{itineraryId}/preview-images
POST /itineraries/{itineraryId}/stops/preview-images
POST /places
GET /places
GET /places/{id}
PATCH /places/{id}
DELETE /places/{id}
bulk /places
POST /posts
GET /posts
GET /posts/{id}
PATCH /posts/{id}
DELETE /posts/{id}
bulk /posts
POST /reactions
GET /reactions
GET /reactions/{id}
PATCH /reactions/{id}
DELETE /reactions/{reactableType}/{reactableId}/{reactionType}
bulk /reactions
GET /accounts/{accountId}/orders/packages
POST /accounts/{accountId}/orders
GET /accounts/{accountId}/orders
GET /accounts/{accountId}/orders/{id}
POST /files
POST /files/sas-token
POST /files/confirmation
GET /locales/{lng}/{ns}.json
POST /locales/add/{lng}/{ns}
POST /saved-itineraries
GET /saved-itineraries
DELETE /saved-itineraries/{itineraryId}
POST /saved-stops
GET /saved-stops
DELETE /saved-stops/{stopId}
`
  .trim()
  .split('\n')
  .flatMap((line) => (line.startsWith('bulk ') ? [line.replace('bulk', 'PATCH'), line.replace('bulk', 'DELETE')] : [line]));

/** The specification fixes the positions of path parameters, not their names. */
const shapeOf = (operation: string): string => operation.replaceAll(/\{\w+\}/g, '{}');
const routes: readonly Route[] = definitions.flatMap(({ routes: bound, openRoutes = [] }) =>
  [...bound.map((one) => one.routes), ...openRoutes].flatMap((group) => Object.values(group)),
);
const written = ({ method, path }: Route): string => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

let product: TestProduct;
let described: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  product = await testProduct(definitions.filter(({ name }) => !['basemap', 'world'].includes(name)));
  const { json } = await product.send({ method: 'GET', url: '/api/docs/json' });
  described = json().paths;
});
afterAll(() => product.stop());

test('Specification lists 86 operations, besides two for translations and six for saved items', () => {
  expect(operations).toHaveLength(86 + 2 + 6);
  expect(new Set(operations)).toHaveLength(operations.length);
});

describe.each(operations)('%s', (operation) => {
  const [method = '', path = ''] = operation.split(' ');

  test('has a route with a matrix row', () => {
    const route = routes.find((one) => shapeOf(written(one)) === shapeOf(operation));
    expect(route && Object.keys(accessMatrix)).toContain(route?.access);
  });

  test('is in the API description and answered by the product', async () => {
    const known = Object.entries(described).find(([one]) => shapeOf(one) === shapeOf(`/api${path}`));
    expect(known?.[1]).toHaveProperty(method.toLowerCase());
    const url = `/api${path
      .replace('{lng}', 'en')
      .replace('{ns}', 'home')
      .replaceAll(/\{\w+\}/g, 'x')}`;
    const answer = await product.send({ method: method as 'GET', url, ...(method !== 'GET' && { payload: {} }) }); // one of the methods written above
    const isAbsent = answer.statusCode === 404 && answer.json().code === 'request/unknown-route';
    expect(isAbsent).toBe(path.startsWith('/locales/add')); // for developers only, see services/web
    expect(answer.statusCode).toBeLessThan(500);
  });
});

test('Every matrix row is used by a route', () => {
  const used = new Set<string>(routes.map(({ access }) => access));
  expect(Object.keys(accessMatrix).filter((row) => !used.has(row))).toEqual([]);
});
