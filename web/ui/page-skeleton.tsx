import { Skeleton } from './skeleton.tsx';

/** Placeholder of a loading page. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto w-full max-w-[1440px] space-y-6 p-6">
      <Skeleton className="h-10 w-2/3 max-w-lg" />
      <Skeleton className="h-5 w-1/2 max-w-sm" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
