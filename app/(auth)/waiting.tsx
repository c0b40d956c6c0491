import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

/** Stands in for a form until the link that leads to it has been read. */
export function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-4 w-full" />
    </div>
  );
}
