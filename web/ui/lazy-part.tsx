import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { ErrorState } from './state-panel.tsx';
import { fill, useUiTexts } from './ui-texts.tsx';

/** Replacement of a failed part: a panel in place of or within the page, or nothing. */
export type Failure = 'page' | 'panel' | 'nothing';

/** A component that loads when first rendered. */
export type LazyPart<P> = ((props: P) => ReactNode) & {
  /** Loads the code without rendering; a failure is retried when needed. */
  preload: () => Promise<void>;
};

/** Code of a part, requested until it is loaded. */
class Code<P> {
  readonly #load: () => Promise<ComponentType<P>>;
  #pending: Promise<ComponentType<P>> | null = null;
  component: ComponentType<P> | null = null;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  /** Stable until retried, also after a failure, because React renders once more for it. */
  get(): Promise<ComponentType<P>> {
    this.#pending ??= this.#load().then((component) => {
      this.component = component;
      return component;
    });
    return this.#pending;
  }

  /** Retries missing code; false when it failed. */
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
 * `React.lazy` with an error boundary and retries, also when the network returns. A failed part leaves its surroundings alone.
 * `lazy` and `lazyRouteComponent` remember a failure, and the latter leaves the page.
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
      // Browsers remember a failed module, and an old one may be gone, so the page reloads; drafts keep all texts.
      else if (mayReload && navigator.onLine) location.reload();
    };
    // A part with loaded code failed by itself, not by the connection.
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
  /** The part is loaded and throws. */
  isBroken: boolean;
  onRetry: (mayReload: boolean) => Promise<void>;
}

function PartFailure({ error, failure, isBroken, onRetry }: PartFailureProps) {
  const texts = useUiTexts();
  const [isRetrying, setRetrying] = useState(false);
  // Reports to console and monitoring like an uncaught error.
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    if (isBroken) return;
    // When the panel is the whole page, a reload interrupts nobody.
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

/** The technical message, for a report. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : String(error));
