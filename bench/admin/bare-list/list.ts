// The first list of the admin app without the app: the same sign-in, client and data provider, and the rows as plain HTML.
import { type AdminRoutes, outlines } from '@waystory/admin/src/catalogue/catalogue.ts';
import { createDataProvider } from '@waystory/admin/src/data/data-provider.ts';
import { roleOf } from '@waystory/admin/src/session/rights.ts';
import { browserClient } from '@waystory/client/browser-client.ts';
import { loadConfig } from '@waystory/client/config.ts';
import { auth } from '@waystory/client/identity/auth.ts';

/** Columns that the list of the app shows. */
const columns = ['title', 'accountId', 'visibility', 'hidden', 'daysCount', 'stopsCount', 'likeCount', 'createdAt'];

auth.start(await loadConfig());
const client = browserClient<AdminRoutes>(outlines) as unknown as Record<string, (sent: object) => Promise<unknown>>; // called by names in the catalogue
const provider = createDataProvider({
  send: (route, sent) => client[route]?.(sent) ?? Promise.reject(new Error(`There is no route ${route}`)),
  role: () => roleOf(auth.state.person?.roles ?? []),
  onConflict: async () => 'back',
});
const { data } = await provider.getList('itineraries', {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'createdAt', order: 'DESC' },
  filter: {},
});

const table = document.createElement('table');
const [head, body] = [table.createTHead().insertRow(), table.createTBody()];
for (const column of columns) head.insertCell().textContent = column;
for (const item of data) {
  const row = body.insertRow();
  for (const column of columns) row.insertCell().textContent = String(item[column] ?? '');
}
document.body.append(table);
