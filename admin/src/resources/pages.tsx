import type { ComponentType } from 'react';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts, Verb } from '../catalogue/resource.ts';
import { NotAllowed } from '../layout/not-allowed.tsx';
import { pageScript } from '../layout/page-script.tsx';
import { may } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

/** Exports of a `<name>.resource.tsx`: a page component per operation in the catalogue. */
export interface ResourcePages {
  list?: ComponentType;
  show?: ComponentType;
  edit?: ComponentType;
  create?: ComponentType;
}

const modules = import.meta.glob<ResourcePages>('./*/*.resource.tsx');
const names = Object.keys(catalogue) as ResourceName[]; // as: `Object.keys` types all keys as strings
const scripts = new Map(
  names.map((name) => {
    const path = `./${name}/${name}.resource.tsx`;
    return [name, pageScript(modules[path] ?? (() => Promise.reject(new Error(`There is no resources/${path.slice(2)}`))))] as const;
  }),
);

/** Preloads the pages of a resource before navigation; does nothing for other names. */
export const loadPagesOf = async (name: string): Promise<unknown> => scripts.get(name as ResourceName)?.load(); // undefined for other names

/** Pages of a resource, loaded on demand. A page that the role may not use is replaced by a refusal. */
export function pagesOf(name: ResourceName): ResourcePages {
  const facts: ResourceFacts = catalogue[name];
  const page = (which: keyof ResourcePages, verb: Verb) => {
    const isThere = facts.ways[verb] && !(which === 'list' && facts.isPart);
    if (!isThere) return {};
    const component = scripts.get(name)?.page((module) => {
      if (!may(currentRole(), facts, verb)) return NotAllowed;
      const page = module[which];
      if (!page) throw new Error(`resources/${name}/${name}.resource.tsx exports no ${which}`);
      return page;
    });
    return { [which]: component };
  };
  return { ...page('list', 'list'), ...page('show', 'one'), ...page('edit', 'update'), ...page('create', 'create') };
}
