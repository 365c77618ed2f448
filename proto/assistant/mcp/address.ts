/** Where the product answers the Model Context Protocol. */
export const mcpPath = '/mcp';

/** The same as an address under an origin: also the name of what tokens of other assistants are for (RFC 8707). */
export const mcpAddress = (origin: string): string => `${origin}${mcpPath}`;

/** Whether somebody means that by an address: schemes and hosts are written in either case, and some programs put a slash at the end. */
export const isMcpAddress = (address: string, origin: string): boolean => URL.parse(address)?.href.replace(/\/$/, '') === mcpAddress(origin);
