import { type ComponentType, lazy } from 'react';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts, Verb } from '../catalogue/resource.ts';
import { NotAllowed } from '../layout/not-allowed.tsx';
import { may } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

/** What a `<name>.resource.tsx` exports: a page for each way that the catalogue has to look at things, and to change one. */
export interface ResourcePages {
  list?: ComponentType;
  show?: ComponentType;
  edit?: ComponentType;
  create?: ComponentType;
}

const modules = import.meta.glob<ResourcePages>('./*/*.resource.tsx');

/** Pages of a resource, loaded when they are gone to: those that its line in the catalogue says there are, as far as the role reaches. */
export function pagesOf(name: ResourceName): ResourcePages {
  const facts: ResourceFacts = catalogue[name];
  const load = modules[`./${name}/${name}.resource.tsx`];
  const page = (which: keyof ResourcePages, verb: Verb) => {
    const isThere = facts.ways[verb] && !(which === 'list' && facts.isPart);
    if (!isThere) return {};
    const component = lazy<ComponentType>(async () => {
      if (!may(currentRole(), facts, verb)) return { default: NotAllowed };
      const page = (await load?.())?.[which];
      if (!page) throw new Error(`resources/${name}/${name}.resource.tsx exports no ${which}`);
      return { default: page };
    });
    return { [which]: component };
  };
  return { ...page('list', 'list'), ...page('show', 'one'), ...page('edit', 'update'), ...page('create', 'create') };
}
