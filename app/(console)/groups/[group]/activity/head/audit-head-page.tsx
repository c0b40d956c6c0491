'use client';

import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { auditHeadQuery, type SignedLink } from '#lib/client/activity/audit-head.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { groupPath, rootOf } from '#lib/client/paths.ts';
import { numberText } from '#lib/client/counted.ts';

/** The signed end of the audit log of the group's organization, and how to verify the log. */
export function AuditHeadPage({ group }: { group: string }) {
  return (
    <article aria-labelledby="audit-head" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <Link href={groupPath(group, 'activity')}>Activity</Link>
        <h2 id="audit-head" className="text-lg font-semibold">
          Verify the record
        </h2>
      </header>
      <Answer root={rootOf(group)} />
    </article>
  );
}

function Answer({ root }: { root: string }) {
  const result = useQuery(auditHeadQuery(root));
  const { data, error } = result;
  if (error instanceof ApiRequestError && error.httpStatus === 403) {
    return (
      <EmptyState title="You may not verify the record">
        You need the capability audit.list in the root group, which its owners and auditors have.
      </EmptyState>
    );
  }
  if (error && !data) {
    return <QueryProblem title="The signed end of the record could not be loaded" query={result} />;
  }
  if (data && data.head === undefined) {
    return (
      <EmptyState title="Nothing is signed yet">
        The first head is signed a few seconds after the first change.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="max-w-180 text-ink-2">
        The audit records of this organization form a chain: each holds a hash of itself and of the
        one before it. Its end is signed a few seconds after each change.
      </p>
      <LinkFacts link={data?.head} />
      <section aria-labelledby="verifying" className="flex max-w-180 flex-col gap-2">
        <h3 id="verifying" className="font-semibold">
          How to verify it
        </h3>
        <p className="text-ink-2">
          Keep the hash where the operators of this installation cannot change it. Later, this
          command on the server reads every record and names each that was changed, removed, moved
          or inserted. It also says whether the chain still has this head.
        </p>
        {data?.head && (
          <CopyText
            value={`npm run -s grove -- audit verify --group ${root} --head ${data.head.hash}`}
            label="command"
            isWhole
          />
        )}
      </section>
      {data?.checkpoint && (
        <section aria-labelledby="pruned" className="flex flex-col gap-2">
          <h3 id="pruned" className="font-semibold">
            Pruned
          </h3>
          <p className="max-w-180 text-ink-2">
            Old records were removed. This signed checkpoint takes their place: the chain continues
            from it.
          </p>
          <LinkFacts link={data.checkpoint} />
        </section>
      )}
    </>
  );
}

/** Undefined while loading. */
function LinkFacts({ link }: { link: SignedLink | undefined }) {
  return (
    <Facts>
      <Fact label="Record">{link && `No. ${numberText(Number(link.sequence))}`}</Fact>
      <Fact label="Hash">{link && <CopyText value={link.hash} label="hash" isWhole />}</Fact>
      <Fact label="Signed">{link && <RelativeTime value={link.signedTime} />}</Fact>
      <Fact label="Key">{link && <CopyText value={link.keyId} label="key id" isWhole />}</Fact>
      <Fact label="Signature">{link && <CopyText value={link.signature} label="signature" />}</Fact>
    </Facts>
  );
}
