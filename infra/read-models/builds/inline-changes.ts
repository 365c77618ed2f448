import type { ChangesOf } from '../../commands/decide-and-append.ts';
import { physicalName } from '../../projection-store/port.ts';
import type { InlineDocuments } from '../../projection-store/postgres/inline-documents.ts';
import type { AnyProjection } from '../projection.ts';
import { buildName, collectionName } from '../projector/projector-commit.ts';
import { versionOf } from './builds.ts';

/** Documents that commands store with their events, per category of streams, by the inline rules of projections. */
export function inlineChanges(projections: readonly AnyProjection[], inline: InlineDocuments | null): ChangesOf {
  const rules = new Map<string, ReturnType<ChangesOf>>();
  for (const projection of inline ? projections : []) {
    const { inline: rule, name, version, collections } = projection;
    if (!rule || !inline) continue;
    const names = Object.values(collections).map((collection) => collection.name);
    const current = inline.declare({ name, suits: (build) => versionOf(build) === version, collections: names });
    rules.set(rule.category, (before, after) => {
      const build = current();
      // as: the rule's category determines the type of the state
      const changed = build === null ? null : rule.changed(before as never, after as never);
      if (build === null || changed === null) return null;
      const stored = { projection, build };
      const docs = Object.entries(changed).flatMap(([key, all]) => {
        const collection = collectionName(stored, key);
        return all.map(([id, doc]) => ({ collection, id, doc: doc as Record<string, unknown> | null })); // any document is one
      });
      return { build: buildName(stored), docs, counted: countedIn(projection, build) };
    });
  }
  return (category) => rules.get(category);
}

const countedIn = ({ inline, collections }: AnyProjection, build: number): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(inline?.counted ?? {}).map(([key, fields]) => [physicalName(collections[key]?.name ?? key, build), fields]));
