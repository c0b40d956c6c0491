'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ClaimDomain } from '#app/(console)/groups/[group]/(overview)/domains/claim-domain.tsx';
import { DomainItem } from '#app/(console)/groups/[group]/(overview)/domains/domain-item.tsx';
import { ReleaseDomain } from '#app/(console)/groups/[group]/(overview)/domains/release-domain.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { type Domain, domainsQuery } from '#lib/client/resources/domains.ts';

/** The domains of an organization, over the page of its root group. */
export function DomainsSheet({ root }: { root: string }) {
  const router = useRouter();
  const query = useQuery(domainsQuery(root));
  const [releasing, setReleasing] = useState<Domain | null>(null);
  return (
    <Sheet title="Domains" onClose={() => router.replace(groupPath(root))}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          Only your own identity providers can vouch for e-mail addresses of a verified domain and
          its subdomains. People of other providers still sign in, but without such an address.{' '}
          <LearnMore about="domains" />
        </p>
        {query.isPending && (
          <div role="status">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        {query.isError && !query.data && (
          <QueryProblem title="The domains could not be loaded" query={query} />
        )}
        {query.data && (
          <>
            <ClaimDomain root={root} />
            {query.data.length === 0 ? (
              <p className="text-ink-2">Your organization has not claimed a domain.</p>
            ) : (
              <ul aria-label="Domains" className="flex flex-col">
                {query.data.map((domain) => (
                  <DomainItem
                    key={domain.name}
                    root={root}
                    domain={domain}
                    onRelease={() => setReleasing(domain)}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      {releasing && (
        <ReleaseDomain root={root} domain={releasing} onClose={() => setReleasing(null)} />
      )}
    </Sheet>
  );
}
