import { z } from 'zod';

/** What the server tells the browser about this installation; written into the page by `services/web/`. */
export const runtimeConfig = z.object({
  oidc: z.object({
    authority: z.string(),
    clientId: z.string(),
    /** OAuth resource of the API; null for a provider that knows no resource indicators. */
    resource: z.string().nullable(),
    scope: z.string(),
  }),
  mapStyleUrl: z.string().nullable(),
  mapboxToken: z.string().nullable(),
  tagManagerId: z.string().nullable(),
  monitoringDsn: z.string().nullable(),
  contactEmail: z.string(),
  companyUrl: z.string(),
  socialUrl: z.string(),
});
export type RuntimeConfig = z.output<typeof runtimeConfig>;

/** JSON that the server put into the page under this element id; undefined when it is absent or broken. */
export function embedded(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The embedded configuration, or that of the product behind the development server. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const inPage = runtimeConfig.safeParse(embedded('config'));
  if (inPage.success) return inPage.data;
  const response = await fetch('/config.json');
  return runtimeConfig.parse(await response.json());
}
