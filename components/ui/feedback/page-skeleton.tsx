import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

const ROWS = 12;

/**
 * Covers a page while the next one is on its way, as a list of the usual size. A fast answer comes before it. Whoever asks
 * for less motion does not get it, because only an animation can delay it.
 */
export function PageSkeleton() {
  return (
    <div
      aria-hidden
      className="absolute inset-0 z-30 hidden overflow-hidden bg-paper px-4 py-4 [animation:fade_140ms_150ms_backwards] motion-safe:group-has-data-pending/page:block sm:px-6"
    >
      <Skeleton className="mb-2 h-8 w-80 max-w-full" />
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className="flex h-10 items-center border-b border-line">
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}
