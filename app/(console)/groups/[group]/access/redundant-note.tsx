import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says that a binding is redundant, and which bindings grant the same. */
export function RedundantNote({ children }: { children: ReactNode }) {
  return (
    <div role="note" className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <p className="min-w-0">{children}</p>
    </div>
  );
}
