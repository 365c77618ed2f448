/** Settings that the server writes into the page (`services/web/`). */
export interface RuntimeConfig {
  oidc: {
    authority: string;
    clientId: string;
    /** OAuth resource of the API; null for a provider without resource indicators. */
    resource: string | null;
    /** OAuth audience, Auth0's parameter for the same. */
    audience: string | null;
    scope: string;
    /** Claim of the roles; a name or a dotted path. */
    rolesClaim: string;
  };
  mapStyleUrl: string | null;
  /** Other hosts of pictures. */
  pictureHosts: string[];
  mapboxToken: string | null;
  /** Configured open services. */
  openServices: { thing: 'streets' | 'places' | 'ways' | 'pictures' | 'facts'; host: string }[];
  tagManagerId: string | null;
  monitoringDsn: string | null;
  /** True when sessions may be recorded after consent. */
  monitoringReplay: boolean;
  contactEmail: string;
  companyUrl: string;
  socialUrl: string;
  /** True when payments are tests without money. */
  testPayments: boolean;
}

/** JSON in the page under this element id; undefined when missing or invalid. */
export function embedded(id: string): unknown {
  // Rules that read it also run outside a page.
  const text = globalThis.document?.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The embedded configuration, or the product's behind the development server. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const inPage = embedded('config') as RuntimeConfig | undefined; // as: written by the same release
  if (inPage) return inPage;
  const response = await fetch('/config.json');
  return response.json();
}
