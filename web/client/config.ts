/** Settings that the server writes into the page (`services/web/`). */
export interface RuntimeConfig {
  oidc: {
    authority: string;
    clientId: string;
    /** OAuth resource of the API; null for a provider without resource indicators. */
    resource: string | null;
    /** Audience of the access token: the parameter of Auth0 in place of `resource`. */
    audience: string | null;
    scope: string;
    /** Claim of the roles; a name or a dotted path. */
    rolesClaim: string;
  };
  mapStyleUrl: string | null;
  /** Further hosts from which the page may load pictures. */
  pictureHosts: string[];
  mapboxToken: string | null;
  /** Configured open services. */
  openServices: { thing: 'streets' | 'places' | 'ways' | 'pictures' | 'facts'; host: string }[];
  tagManagerId: string | null;
  monitoringDsn: string | null;
  /** True when session replay is configured. It records only after consent. */
  monitoringReplay: boolean;
  contactEmail: string;
  companyUrl: string;
  socialUrl: string;
  /** True for test payments, which move no money. */
  testPayments: boolean;
}

/** Parsed JSON of the element with this id in the page; undefined when missing or invalid. */
export function embeddedJson(id: string): unknown {
  // Modules that call this function also run outside a page, where there is no document.
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
  const inPage = embeddedJson('config') as RuntimeConfig | undefined; // as: the same release writes the page
  if (inPage) return inPage;
  const response = await fetch('/config.json');
  return response.json();
}
