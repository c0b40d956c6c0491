import { shortText } from '#components/ui/text/short-text.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { Names } from '#lib/client/resources/names.ts';

/** The name of the caller who made the change, or the uid if the name is unknown. */
export function Actor({ actor, names }: { actor: string; names: Names | undefined }) {
  if (names === undefined) return <Skeleton className="h-3 w-24" />;
  const name = names.get(actor);
  return (
    <span
      title={actor}
      className={name === undefined ? 'truncate font-mono text-sm text-ink-2' : 'truncate'}
    >
      {name ?? shortText(actor)}
    </span>
  );
}
