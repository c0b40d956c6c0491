import { Skeleton } from '#components/ui/skeleton.tsx';

/** Stands where the header line and the content of a page will be, in their sizes. */
export default function Loading() {
  return (
    <div role="status" className="flex flex-1 flex-col">
      <span className="sr-only">Loading</span>
      <div className="flex flex-col border-b border-line px-4 pt-2 sm:px-6">
        <div className="flex h-8 items-center">
          <Skeleton className="h-3 w-48" />
        </div>
        <div className="flex h-10 items-center">
          <Skeleton className="h-5 w-40" />
        </div>
        <div className="flex h-9 items-center gap-4">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-16" />
        </div>
      </div>
    </div>
  );
}
