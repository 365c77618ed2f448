/** What the server tells the browser about this installation; written into the page by `services/web/`. */
export interface RuntimeConfig {
  oidc: {
    authority: string;
    clientId: string;
    /** OAuth resource of the API; null for a provider that knows no resource indicators. */
    resource: string | null;
    /** The same by the parameter that Auth0 knows. */
    audience: string | null;
    scope: string;
    /** Claim that lists the roles of whoever signs in; a name or a dotted path. */
    rolesClaim: string;
  };
  mapStyleUrl: string | null;
  /** Hosts that pictures may be loaded from, beside this one. */
  pictureHosts: string[];
  mapboxToken: string | null;
  /** Open services that are asked for something. */
  openServices: { thing: 'streets' | 'places' | 'ways' | 'pictures' | 'facts'; host: string }[];
  tagManagerId: string | null;
  monitoringDsn: string | null;
  /** Sessions are recorded once the visitor agreed. */
  monitoringReplay: boolean;
  contactEmail: string;
  companyUrl: string;
  socialUrl: string;
  /** Payments are tried only: no money moves. */
  testPayments: boolean;
}

/** JSON that the server put into the page under this element id; undefined when it is absent or broken. */
export function embedded(id: string): unknown {
  // Rules that read it run outside of a page as well.
  const text = globalThis.document?.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The embedded configuration, or that of the product behind the development server. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const inPage = embedded('config') as RuntimeConfig | undefined; // written by the same release
  if (inPage) return inPage;
  const response = await fetch('/config.json');
  return response.json();
}
