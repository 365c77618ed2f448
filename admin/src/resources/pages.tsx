import { type ComponentType, lazy } from 'react';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';

/** What a `<name>.resource.tsx` exports: a page for each way that the catalogue has to look at things, and to change one. */
export interface ResourcePages {
  list?: ComponentType;
  show?: ComponentType;
  edit?: ComponentType;
  create?: ComponentType;
}

const modules = import.meta.glob<ResourcePages>('./*/*.resource.tsx');

/** Pages of a resource, loaded when they are gone to: those that its line in the catalogue says there are. */
export function pagesOf(name: ResourceName): ResourcePages {
  const { ways }: ResourceFacts = catalogue[name];
  const load = modules[`./${name}/${name}.resource.tsx`];
  const page = (which: keyof ResourcePages) =>
    lazy(async () => {
      const page = (await load?.())?.[which];
      if (!page) throw new Error(`resources/${name}/${name}.resource.tsx exports no ${which}`);
      return { default: page };
    });
  return {
    ...(ways.list && { list: page('list') }),
    ...(ways.one && { show: page('show') }),
    ...(ways.update && { edit: page('edit') }),
    ...(ways.create && { create: page('create') }),
  };
}
