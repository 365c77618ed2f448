/** Path of the provider. */
export const mountPath = '/idp';

/** Issuer identifier of the provider under this origin. */
export const issuerOf = (origin: string): string => `${origin}${mountPath}`;

/** Page of one sign-in or sign-up under way. */
export const interactionPath = (uid: string): string => `${mountPath}/interaction/${uid}`;

/** Path for registrations of programs, below the issuer. */
export const registrationPath = '/reg';

/** The only scope of the API. */
export const apiScope = 'api';
/** Scope of `/mcp`, the only one for registered programs. */
export const mcpScope = 'mcp';

/** Algorithm that all tokens are signed with. */
export const signingAlgorithm = 'RS256';
