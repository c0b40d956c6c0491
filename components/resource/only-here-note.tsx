import { TriangleAlert } from 'lucide-react';
import { isOnlyHere } from '#lib/client/only-here.ts';

/** Says of an address that is about to be copied that it leads nowhere elsewhere. */
export function OnlyHereNote({ url }: { url: string }) {
  if (!isOnlyHere(url)) return null;
  return (
    <p className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5 text-ink">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <span>
        Only this machine reaches <bdi className="font-mono text-sm">{new URL(url).origin}</bdi>.
        Set <span className="font-mono text-sm">GROVE_URL</span> to the address that others use, and
        restart Grove.
      </span>
    </p>
  );
}
