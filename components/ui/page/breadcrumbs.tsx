import { ChevronRight } from 'lucide-react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';

export interface Crumb {
  id: string;
  label: string;
  /** Absent for the current page. */
  href?: string;
}

/** The path from the top group to the current page. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center text-sm text-ink-2">
        {items.map((item, index) => (
          <li key={item.id} className="flex min-w-0 shrink items-center last:shrink-0">
            {index > 0 && (
              <ChevronRight aria-hidden size={16} className="mx-0.5 shrink-0 text-ink-3" />
            )}
            {item.href ? (
              <NextLink
                href={item.href}
                className="max-w-48 truncate rounded-sm px-1 py-0.5 hover:bg-paper-3 hover:text-ink"
              >
                {item.label}
              </NextLink>
            ) : (
              <span aria-current="page" className="max-w-64 truncate px-1 py-0.5 text-ink">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
