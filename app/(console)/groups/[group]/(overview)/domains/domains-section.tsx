'use client';

import { useId } from 'react';
import { Link } from '#components/ui/buttons/link.tsx';
import { domainsPath } from '#lib/client/paths.ts';

/** Links the domains of an organization, which only its owners see. */
export function DomainsSection({ root }: { root: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
        <h2 id={id} className="text-base font-semibold">
          Domains
        </h2>
        <Link href={domainsPath(root)} className="text-sm">
          Manage domains
        </Link>
      </header>
      <p className="text-ink-2">
        Only your own identity providers can vouch for e-mail addresses of domains that you verify.
      </p>
    </section>
  );
}
