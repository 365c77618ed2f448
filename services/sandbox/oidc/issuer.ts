/** Base path of the provider. */
export const mountPath = '/idp';

/** Issuer identifier of the provider under this origin. */
export const issuerOf = (origin: string): string => `${origin}${mountPath}`;

/** Path of the page of one sign-in, sign-up or consent. */
export const interactionPath = (uid: string): string => `${mountPath}/interaction/${uid}`;

/** Path of dynamic client registration, relative to the issuer. */
export const registrationPath = '/reg';

/** The only scope of the API. */
export const apiScope = 'api';
/** Scope of `/mcp`, the only one for registered clients. */
export const mcpScope = 'mcp';

/** Algorithm of all token signatures. */
export const signingAlgorithm = 'RS256';
