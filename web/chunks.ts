import { fileURLToPath } from 'node:url';

/** What Rolldown knows of a module while it names chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const page = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const story = page('features/story/itinerary-page.tsx');
/** What a visitor reads first. */
const doors = [page('app/pages/home.tsx'), page('features/search/search-page.tsx')];

/** One file that imports every component: what is used of it is known only after the tree was shaken. */
const wholeOfRadix = /\/radix-ui\/dist\/index\.mjs$/;
/** What opens over a page: menus and dialogs, and what places them and keeps the focus in them. */
const overlays =
  /\/(@radix-ui\/react-(dialog|dropdown-menu|menu|popper|dismissable-layer|focus-scope|focus-guards|portal|visually-hidden)|@floating-ui|aria-hidden|react-remove-scroll(-bar)?|use-sidecar|use-callback-ref|react-style-singleton|get-nonce|tslib)\/|\/web\/ui\/(dialog|dropdown-menu)\.tsx$/;
/** What moves the focus within a group of buttons. */
const groups =
  /\/@radix-ui\/(primitive|react-(avatar|collection|context|direction|id|presence|primitive|roving-focus|tabs|toggle|toggle-group|use-[a-z-]+))\//;

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
  if (overlays.test(id)) return 'overlays';
  if (groups.test(id)) return 'reading';
  if (!reachOf(story, graph).has(id)) return null;
  return doors.some((door) => reachOf(door, graph).has(id)) ? 'reading' : 'story';
}
