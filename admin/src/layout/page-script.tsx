import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';

/** Script of some pages, apart from the rest of the app. */
export interface PageScript<Module> {
  /** Fetches it, ahead of the first of its pages. @throws Error when it cannot be had */
  load(): Promise<Module>;
  /** One of its pages, which fetches it when it is gone to. */
  page(of: (module: Module) => ComponentType): FunctionComponent;
}

/** A page whose script is there is drawn at once: React holds back for 300 ms what was awaited while drawing, however soon it came. */
export function pageScript<Module>(fetchModule: () => Promise<Module>): PageScript<Module> {
  let module: Module | undefined;
  const load = async (): Promise<Module> => (module ??= await fetchModule());
  return {
    load,
    page(of) {
      const Later = lazy(async () => ({ default: of(await load()) }));
      return function Page() {
        // Chosen once: a page that became another component would begin anew.
        const [Shown] = useState(() => (module ? of(module) : Later));
        return <Shown />;
      };
    },
  };
}
