import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { ErrorState } from './state-panel.tsx';
import { fillPlaceholders, useUiTexts } from './ui-texts.tsx';

/** Replacement for a failed part: an error that fills the page, an error panel within the page, or nothing. */
export type LoadFailureDisplay = 'page' | 'panel' | 'nothing';

/** A component whose code loads on its first render. */
export type LazyPart<P> = ((props: P) => ReactNode) & {
  /** Loads the code without rendering. A failed preload is repeated on the first render. */
  preload: () => Promise<void>;
};

/** Code of a lazy part, and the pending request for it. */
class Code<P> {
  readonly #load: () => Promise<ComponentType<P>>;
  #pending: Promise<ComponentType<P>> | null = null;
  component: ComponentType<P> | null = null;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  /** Returns the same promise until a retry, also after a failure, because React renders the failed part once more. */
  get(): Promise<ComponentType<P>> {
    this.#pending ??= this.#load().then((component) => {
      this.component = component;
      return component;
    });
    return this.#pending;
  }

  /** Requests the code again unless it is loaded; false on failure. */
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
 * `React.lazy` with an error boundary and retries, also when the network returns. A failed part does not affect the rest of the page. `lazy` and
 * `lazyRouteComponent` are not used, because both remember a failure, and `lazyRouteComponent` reloads the page.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, failure: LoadFailureDisplay = 'panel'): LazyPart<P> {
  const code = new Code(load);
  const Loaded = (props: P) => {
    const Component = code.component ?? use(code.get());
    return <Component {...props} />;
  };
  const Failed = ({ error, reset }: ErrorComponentProps) => {
    const retry = async (mayReload: boolean): Promise<void> => {
      if (await code.again()) reset();
      // Browsers cache the failure of a module, and a new release may have removed the file, so the page reloads. Drafts keep all input.
      else if (mayReload && navigator.onLine) location.reload();
    };
    // When the code is loaded, the failure is an error of the part and not of the connection.
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
  failure: LoadFailureDisplay;
  /** True when the code of the part is loaded, so that its rendering threw the error. */
  isBroken: boolean;
  onRetry: (mayReload: boolean) => Promise<void>;
}

function PartFailure({ error, failure, isBroken, onRetry }: PartFailureProps) {
  const texts = useUiTexts();
  const [isRetrying, setRetrying] = useState(false);
  // Reported like an uncaught error, so that console and monitoring receive it.
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    if (isBroken) return;
    // An automatic retry reloads the page only for a part that fills it, because a reload elsewhere would interrupt the user.
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
          text={fillPlaceholders(texts.brokenPartText, { reason: reasonOf(error) })}
          onRetry={() => void retry()}
          retrying={isRetrying}
        />
      ) : (
        <ErrorState title={texts.missingPart} text={texts.missingPartText} onRetry={() => void retry()} retrying={isRetrying} />
      )}
    </div>
  );
}

/** Technical message, which the user can quote in a report. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : String(error));
