import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A problem that concerns the whole form. Screen readers announce it when it appears. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {children && (
        <p className="flex gap-2 rounded bg-danger-soft px-3 py-2 text-ink">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
