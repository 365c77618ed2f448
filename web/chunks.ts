import { fileURLToPath } from 'node:url';

/** Subset of Rolldown's module graph. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const page = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const story = page('features/story/itinerary-page.tsx');
/** Usual entry pages of a visitor. */
const doors = [page('app/pages/home.tsx'), page('features/search/search-page.tsx')];
/** The assistant panel, which can open beside any page. */
const panel = page('features/assistant/assistant-panel.tsx');

/** Index module of Radix, which imports every component. It is skipped, because tree shaking drops the unused components. */
const wholeOfRadix = /\/radix-ui\/dist\/index\.mjs$/;
/** Modules of dialogs and sheets: focus trap and scroll lock. They are separate from menus, because the assistant panel uses no menus. */
const dialogs =
  /\/(@radix-ui\/react-(dialog|dismissable-layer|focus-scope|focus-guards|portal)|aria-hidden|react-remove-scroll(-bar)?|use-sidecar|use-callback-ref|react-style-singleton|get-nonce|tslib)\/|\/web\/ui\/dialog\.tsx$/;
/** Modules of menus and their positioning. */
const menus = /\/(@radix-ui\/react-(dropdown-menu|menu|popper|visually-hidden)|@floating-ui)\/|\/web\/ui\/dropdown-menu\.tsx$/;
/** Modules that dialogs, menus and button groups have in common. */
const primitives = /\/@radix-ui\/(primitive|react-(context|id|presence|primitive|use-[a-z-]+))\//;
/** Modules of avatars, toggle groups and tabs, such as the focus movement with arrow keys. */
const groups = /\/@radix-ui\/react-(avatar|collection|direction|roving-focus|tabs|toggle|toggle-group)\//;
/** Modules that pages and notices about credits have in common. The payment dialog has a chunk of its own. */
const credits =
  /\/web\/src\/(features\/credits\/(?!payment-dialog|payment-button|use-payment\.)|model\/credits\/(?!payable|purchase|live)|lib\/(money|day-text)\.ts$)/;

const reaches = new Map<string, ReadonlySet<string>>();

/** All modules that an entry reaches by static imports. */
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
 * Chunk of a shared module; null leaves it to Rolldown. Rolldown would make one chunk per set of pages that share modules. A story page would then
 * load seventy files, most of them smaller than their headers.
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
