/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A script element with JSON data. */
export const embeddedJson = (id: string, value: unknown): string => `<script id="${id}" type="application/json">${safeJson(value)}</script>`;

/** JSON for a script element: `<` is escaped, so that no text ends the element. */
export const safeJson = (value: unknown): string => closesNothing(JSON.stringify(value));

/** A script element with JSON that is already text. */
export const embeddedText = (id: string, json: string): string => `<script id="${id}" type="application/json">${closesNothing(json)}</script>`;

const closesNothing = (json: string): string => json.replace(/</g, '\\u003c');
