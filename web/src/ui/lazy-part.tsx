import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { type ComponentType, type ReactNode, use, useEffect } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** What stands in the place of a part that could not be had: a panel, or nothing where the page is whole without it. */
export type Failure = 'panel' | 'nothing';

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
  /** Attempts that brought nothing. */
  failures = 0;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  /** Stays the same until `forget`, also when it failed: React renders again for it. */
  get(): Promise<ComponentType<P>> {
    this.#pending ??= this.#load().then(
      (component) => {
        this.component = component;
        return component;
      },
      (error: unknown) => {
        this.failures += 1;
        throw error;
      },
    );
    return this.#pending;
  }

  forget(): void {
    if (!this.component) this.#pending = null;
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
    const retry = (): void => {
      code.forget();
      reset();
    };
    // A second failure with a network is that of a release whose files are not there any more.
    return <PartFailure error={error} isHidden={failure === 'nothing'} isOutdated={code.failures > 1} onRetry={retry} />;
  };
  const Part = (props: P) => (
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={Failed}>
      <Loaded {...props} />
    </CatchBoundary>
  );
  const preload = (): Promise<void> =>
    code.get().then(
      () => {},
      () => code.forget(),
    );
  return Object.assign(Part, { preload });
}

interface PartFailureProps {
  error: unknown;
  isHidden: boolean;
  isOutdated: boolean;
  onRetry: () => void;
}

function PartFailure({ error, isHidden, isOutdated, onRetry }: PartFailureProps) {
  const { missingPart, missingPartText, reload } = useUiTexts();
  // To the console and to the monitoring, as what nobody caught would be.
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  if (isHidden) return null;
  const anew = (
    <Button icon={<RotateCw aria-hidden="true" />} onClick={() => location.reload()}>
      {reload}
    </Button>
  );
  return (
    <div className="grid size-full min-h-60 place-content-center overflow-y-auto bg-canvas text-ink">
      <ErrorState title={missingPart} text={missingPartText} onRetry={onRetry} action={isOutdated && navigator.onLine ? anew : undefined} />
    </div>
  );
}
