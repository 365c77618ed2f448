import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import { fill, useUiTexts } from './ui-texts.tsx';

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
    // Whose code is here broke by itself: the connection has nothing to do with it.
    return <PartFailure error={error} failure={failure} isBroken={code.component !== null} onRetry={retry} />;
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
  /** The part is there and throws. */
  isBroken: boolean;
  onRetry: (mayReload: boolean) => Promise<void>;
}

function PartFailure({ error, failure, isBroken, onRetry }: PartFailureProps) {
  const texts = useUiTexts();
  const [isRetrying, setRetrying] = useState(false);
  // To the console and to the monitoring, as what nobody caught would be.
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    if (isBroken) return;
    // Where there is nothing but this panel, nobody is in the middle of anything.
    const goOn = (): void => void onRetry(failure === 'page');
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [failure, isBroken, onRetry]);
  if (failure === 'nothing') return null;
  const retry = async (): Promise<void> => {
    setRetrying(true);
    await onRetry(true);
    setRetrying(false);
  };
  return (
    <div className="grid size-full min-h-60 place-content-center overflow-y-auto bg-canvas text-ink">
      {isBroken ? (
        <ErrorState
          icon={<TriangleAlert />}
          title={texts.brokenPart}
          text={fill(texts.brokenPartText, { reason: reasonOf(error) })}
          onRetry={() => void retry()}
          retrying={isRetrying}
        />
      ) : (
        <ErrorState title={texts.missingPart} text={texts.missingPartText} onRetry={() => void retry()} retrying={isRetrying} />
      )}
    </div>
  );
}

/** In the words of the program, for a report. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : String(error));
