'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { domainsPath } from '#lib/client/paths.ts';
import { type Domain, domainsQuery } from '#lib/client/resources/domains.ts';

/** The domains whose record is missing, if there are any. For the owners of the organization. */
export function DomainsAtRisk({ root }: { root: string }) {
  const { data: domains = [] } = useQuery(domainsQuery(root));
  const atRisk = domains.filter(
    ({ state, failingTime }) => state === 'LOST' || failingTime !== undefined,
  );
  if (atRisk.length === 0) return null;
  return (
    <div role="note" className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-1">
        <ul className="flex flex-col gap-1">
          {atRisk.map((domain) => (
            <li key={domain.name} className="wrap-anywhere">
              <Risk domain={domain} />
            </li>
          ))}
        </ul>
        <p>
          <Link href={domainsPath(root)}>See what to publish</Link>
        </p>
      </div>
    </div>
  );
}

function Risk({ domain: { name, state, failingTime } }: { domain: Domain }) {
  if (state === 'LOST') {
    return (
      <span>
        {name} is no longer verified. Other identity providers can vouch for its addresses.
      </span>
    );
  }
  return (
    <>
      <span>The record of {name} went missing from DNS</span>
      {failingTime && (
        <span>
          {' '}
          <RelativeTime value={failingTime} />
        </span>
      )}
      <span>. After seven days the domain is no longer verified.</span>
    </>
  );
}
