import { fileURLToPath } from 'node:url';

/** Input of chunk naming: a part of Rolldown's module graph. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const page = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const story = page('features/story/itinerary-page.tsx');
/** Pages that a visitor usually opens first. */
const doors = [page('app/pages/home.tsx'), page('features/search/search-page.tsx')];
/** Opens beside any page, also one without a story. */
const panel = page('features/assistant/assistant-panel.tsx');

/** This module imports every component; tree shaking later drops the unused ones. */
const wholeOfRadix = /\/radix-ui\/dist\/index\.mjs$/;
/** Dialogs and sheets: focus trap and scroll lock. The assistant's panel needs these, and no menus. */
const dialogs =
  /\/(@radix-ui\/react-(dialog|dismissable-layer|focus-scope|focus-guards|portal)|aria-hidden|react-remove-scroll(-bar)?|use-sidecar|use-callback-ref|react-style-singleton|get-nonce|tslib)\/|\/web\/ui\/dialog\.tsx$/;
/** Menus with their positioning. */
const menus = /\/(@radix-ui\/react-(dropdown-menu|menu|popper|visually-hidden)|@floating-ui)\/|\/web\/ui\/dropdown-menu\.tsx$/;
/** Shared parts of dialogs, menus and button groups. */
const primitives = /\/@radix-ui\/(primitive|react-(context|id|presence|primitive|use-[a-z-]+))\//;
/** Focus movement within a button group. */
const groups = /\/@radix-ui\/react-(avatar|collection|direction|roving-focus|tabs|toggle|toggle-group)\//;
/** Pages and notices about credits share their parts. The dialog that leads to Stripe has its own chunk. */
const credits =
  /\/web\/src\/(features\/credits\/(?!payment-dialog|payment-button|use-payment\.)|model\/credits\/(?!payable|purchase|live)|lib\/(money|day-text)\.ts$)/;

const reaches = new Map<string, ReadonlySet<string>>();

/** Static imports of an entry, without those behind an `import()`. */
function reachOf(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = reaches.get(entry);
  if (known) return known;
  const reach = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reach.has(id) || wholeOfRadix.test(id)) continue;
    reach.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  reaches.set(entry, reach);
  return reach;
}

/**
 * Chunk of a shared module; null leaves it to Rolldown. Rolldown makes a chunk per set of sharing pages. For a story these are seventy files, most of
 * them smaller than their headers.
 */
export function sharedChunk(id: string, graph: ModuleGraph): string | null {
  if (dialogs.test(id)) return 'dialogs';
  if (menus.test(id)) return 'menus';
  if (primitives.test(id)) return 'parts';
  if (groups.test(id)) return 'reading';
  if (credits.test(id)) return 'credits';
  if (!reachOf(story, graph).has(id)) return null;
  const isAtDoor = doors.some((door) => reachOf(door, graph).has(id));
  if (reachOf(panel, graph).has(id)) return isAtDoor ? 'parts' : 'itinerary';
  return isAtDoor ? 'reading' : 'story';
}
