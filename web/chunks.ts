import { fileURLToPath } from 'node:url';

/** What Rolldown knows of a module while it names chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const page = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const story = page('features/story/itinerary-page.tsx');
/** What a visitor reads first. */
const doors = [page('app/pages/home.tsx'), page('features/search/search-page.tsx')];
/** Opens beside any page, also one that has nothing of a story. */
const panel = page('features/assistant/assistant-panel.tsx');

/** One file that imports every component: what is used of it is known only after the tree was shaken. */
const wholeOfRadix = /\/radix-ui\/dist\/index\.mjs$/;
/** Dialogs and sheets: what keeps the focus in them and the page behind them still. The panel of the assistant is one, and none of the menus. */
const dialogs =
  /\/(@radix-ui\/react-(dialog|dismissable-layer|focus-scope|focus-guards|portal)|aria-hidden|react-remove-scroll(-bar)?|use-sidecar|use-callback-ref|react-style-singleton|get-nonce|tslib)\/|\/web\/ui\/dialog\.tsx$/;
/** Menus, and what places them beside their buttons. */
const menus = /\/(@radix-ui\/react-(dropdown-menu|menu|popper|visually-hidden)|@floating-ui)\/|\/web\/ui\/dropdown-menu\.tsx$/;
/** What dialogs, menus and groups of buttons are made of. */
const primitives = /\/@radix-ui\/(primitive|react-(context|id|presence|primitive|use-[a-z-]+))\//;
/** What moves the focus within a group of buttons. */
const groups = /\/@radix-ui\/react-(avatar|collection|direction|roving-focus|tabs|toggle|toggle-group)\//;
/** What became of credits is told on the profile, on a receipt and over any page, and is made of the same parts. The dialog that leads to Stripe comes by itself. */
const credits =
  /\/web\/src\/(features\/credits\/(?!payment-dialog|payment-button|use-payment\.)|model\/credits\/(?!payable|purchase|live)|lib\/(money|day-text)\.ts$)/;

const reaches = new Map<string, ReadonlySet<string>>();

/** Modules that come with an entry, without those behind an `import()`. */
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
 * The chunk of a module that several pages share; null leaves it to Rolldown, which makes a chunk for each set of pages that share one:
 * seventy files for a story, of which most are smaller than the headers they come with.
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
