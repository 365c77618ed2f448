/** Where the provider is mounted. */
export const mountPath = '/idp';

/** Issuer identifier of the provider under this origin. */
export const issuerOf = (origin: string): string => `${origin}${mountPath}`;

/** Page of one sign-in or sign-up under way. */
export const interactionPath = (uid: string): string => `${mountPath}/interaction/${uid}`;

/** Where programs register, below the issuer. */
export const registrationPath = '/reg';

/** Scope of the API; there is one. */
export const apiScope = 'api';
/** Scope of `/mcp`, beside which programs of others get none. */
export const mcpScope = 'mcp';

/** Algorithm that all tokens are signed with. */
export const signingAlgorithm = 'RS256';
