import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** What stands in the place of a part that could not be had: a panel instead of the page or within it, or nothing where the page is whole without it. */
export type Failure = 'page' | 'panel' | 'nothing';

/** A component that arrives when it is first needed. */
export type LazyPart<P> = ((props: P) => ReactNode) & {
  /** Fetches the code and renders nothing; what fails is tried again when it is needed. */
  preload: () => Promise<void>;
};

/** The code of a part, asked for until it is there. */
class Code<P> {
  readonly #load: () => Promise<ComponentType<P>>;
  #pending: Promise<ComponentType<P>> | null = null;
  component: ComponentType<P> | null = null;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  /** Stays the same until it is asked for again, also when it failed: React renders once more for it. */
  get(): Promise<ComponentType<P>> {
    this.#pending ??= this.#load().then((component) => {
      this.component = component;
      return component;
    });
    return this.#pending;
  }

  /** Asks for what is not there yet; false where it cannot be had. */
  async again(): Promise<boolean> {
    this.forget();
    return this.isHad();
  }

  forget(): void {
    if (!this.component) this.#pending = null;
  }

  async isHad(): Promise<boolean> {
    try {
      await this.get();
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * `React.lazy` with a boundary around it and a second chance: a part whose code cannot be had, or that breaks, takes nothing else with it, and
 * comes when the network is back. `lazy` and `lazyRouteComponent` remember a failure, and the latter leaves the page for it.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, failure: Failure = 'panel'): LazyPart<P> {
  const code = new Code(load);
  const Loaded = (props: P) => {
    const Component = code.component ?? use(code.get());
    return <Component {...props} />;
  };
  const Failed = ({ error, reset }: ErrorComponentProps) => {
    const retry = async (mayReload: boolean): Promise<void> => {
      if (await code.again()) reset();
      // Browsers remember that a module failed, and an old one may not be there any more: what is written is in drafts by now.
      else if (mayReload && navigator.onLine) location.reload();
    };
    return <PartFailure error={error} failure={failure} onRetry={retry} />;
  };
  const Part = (props: P) => (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={Failed}>
      <Loaded {...props} />
    </CatchBoundary>
  );
  const preload = async (): Promise<void> => {
    if (!(await code.isHad())) code.forget();
  };
  return Object.assign(Part, { preload });
}

interface PartFailureProps {
  error: unknown;
  failure: Failure;
  onRetry: (mayReload: boolean) => Promise<void>;
}

function PartFailure({ error, failure, onRetry }: PartFailureProps) {
  const { missingPart, missingPartText } = useUiTexts();
  const [isRetrying, setRetrying] = useState(false);
  // To the console and to the monitoring, as what nobody caught would be.
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    // Where there is nothing but this panel, nobody is in the middle of anything.
    const goOn = (): void => void onRetry(failure === 'page');
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [failure, onRetry]);
  if (failure === 'nothing') return null;
  const retry = async (): Promise<void> => {
    setRetrying(true);
    await onRetry(true);
    setRetrying(false);
  };
  return (
    <div className="grid size-full min-h-60 place-content-center overflow-y-auto bg-canvas text-ink">
      <ErrorState title={missingPart} text={missingPartText} onRetry={() => void retry()} retrying={isRetrying} />
    </div>
  );
}
