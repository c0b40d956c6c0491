'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FAILURES, STATES } from '#app/(console)/groups/[group]/(overview)/domains/domain-words.ts';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { checkDomain, type Domain, domainsQuery } from '#lib/client/resources/domains.ts';

interface Props {
  root: string;
  domain: Domain;
  onRelease: () => void;
}

/** A domain with its record, and the result of the last check. */
export function DomainItem({ root, domain, onRelease }: Props) {
  const client = useQueryClient();
  const { queryKey } = domainsQuery(root);
  const { name, state, recordName, recordValue, checkResult, checkTime, failingTime } = domain;
  const { label, tone } = STATES[state];
  const failure = FAILURES[checkResult];
  const checking = useMutation({
    mutationFn: () => checkDomain(root, name),
    onSuccess: (checked) =>
      client.setQueryData(queryKey, (known) =>
        known?.map((one) => (one.name === checked.name ? checked : one)),
      ),
  });
  return (
    <li className="flex flex-col gap-3 border-t border-line py-4">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <Badge tone={tone}>{label}</Badge>
      </h3>
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="text-sm text-ink-2">Publish a TXT record with the name</dt>
          <dd>
            <CopyText value={recordName} label="name of the record" isWhole />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">and the value, and keep it</dt>
          <dd>
            <CopyText value={recordValue} label="value of the record" isWhole />
          </dd>
        </div>
      </dl>
      <div role="status" className="text-ink-2">
        {failure && <p>{failure}</p>}
        {failingTime !== undefined && (
          <p>
            The record went missing <RelativeTime value={failingTime} />. After seven days the
            domain is no longer verified.
          </p>
        )}
        {checkTime !== undefined && (
          <p>
            Last checked <RelativeTime value={checkTime} />
          </p>
        )}
      </div>
      {checking.error && (
        <ErrorPanel title="The domain was not checked" {...problemOf(checking.error)} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={`Check now: ${name}`}
          isPending={checking.isPending}
          onPress={() => checking.mutate()}
        >
          Check now
        </Button>
        <Button variant="ghost" aria-label={`Release ${name}`} onPress={onRelease}>
          Release
        </Button>
      </div>
    </li>
  );
}
