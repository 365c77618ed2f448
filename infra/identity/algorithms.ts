/** Signatures that tokens are taken with. Asymmetric only: with HS256 the public key would be the secret. */
export const algorithms: readonly string[] = ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519'];
