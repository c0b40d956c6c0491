import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

/** A placeholder for a form until the code in the link has been read. */
export function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-4 w-full" />
    </div>
  );
}
