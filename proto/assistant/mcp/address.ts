/** Path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Address of the path, and the audience of tokens for other assistants (RFC 8707). */
export const mcpAddress = (origin: string): string => `${origin}${mcpPath}`;

/** True for any spelling of the address: schemes and hosts ignore case, and some programs add a slash. */
export const isMcpAddress = (address: string, origin: string): boolean => URL.parse(address)?.href.replace(/\/$/, '') === mcpAddress(origin);
