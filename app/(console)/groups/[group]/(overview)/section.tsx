import { useId, type ReactNode } from 'react';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

interface Props {
  title: string;
  /** The list of which the section is a part. */
  href: string;
  /** The text of the link to that list: "All activity". */
  more: string;
  children: ReactNode;
}

/** One section of the overview. */
export function Section({ title, href, more, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <header className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <Link href={href} className="text-sm">
          {more}
        </Link>
      </header>
      {children}
    </section>
  );
}

/** Placeholder lines of the same height as the loaded ones. */
export function WaitingLines({ count }: { count: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, line) => (
        <div key={line} className="flex h-10 items-center gap-4 border-b border-line">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}

export function NoLines({ children }: { children: ReactNode }) {
  return <p className="py-3 text-ink-2">{children}</p>;
}
