import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';

/** Script of some pages, split from the app's main chunk. */
export interface PageScript<Module> {
  /**
   * Preloads the script.
   * @throws Error when the script cannot be loaded
   */
  load(): Promise<Module>;
  /** A page of the script. Navigation to the page loads the script. */
  page(of: (module: Module) => ComponentType): FunctionComponent;
}

/** Creates a lazy page script. A page whose script is loaded does not suspend, because React delays a suspended render by 300 ms. */
export function pageScript<Module>(fetchModule: () => Promise<Module>): PageScript<Module> {
  let module: Module | undefined;
  const load = async (): Promise<Module> => (module ??= await fetchModule());
  return {
    load,
    page(of) {
      const Later = lazy(async () => ({ default: of(await load()) }));
      return function Page() {
        // Chosen once, because a changed component type would remount the page.
        const [Shown] = useState(() => (module ? of(module) : Later));
        return <Shown />;
      };
    },
  };
}
