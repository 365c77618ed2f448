/** Path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** URL of the MCP endpoint, which is the audience of tokens for other assistants (RFC 8707). */
export const mcpUrlOf = (origin: string): string => `${origin}${mcpPath}`;

/** True for any spelling of the URL, because schemes and hosts ignore case, and some clients add a slash. */
export const isMcpUrl = (address: string, origin: string): boolean => URL.parse(address)?.href.replace(/\/$/, '') === mcpUrlOf(origin);
