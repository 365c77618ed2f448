/** Text as it stands between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON that no text within can end early. */
export const embeddedJson = (id: string, value: unknown): string => `<script id="${id}" type="application/json">${safeJson(value)}</script>`;

/** JSON for a script element: `<` is written so that it closes nothing. */
export const safeJson = (value: unknown): string => closesNothing(JSON.stringify(value));

/** The same of what is JSON already. */
export const embeddedText = (id: string, json: string): string => `<script id="${id}" type="application/json">${closesNothing(json)}</script>`;

const closesNothing = (json: string): string => json.replace(/</g, '\\u003c');
