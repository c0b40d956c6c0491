'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { setupOf } from '#app/(console)/groups/[group]/access/connect/workflow-setup.ts';
import { wasSeen } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { OnlyHereNote } from '#components/resource/only-here-note.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { editPath } from '#lib/client/paths.ts';
import { identities, type Identity } from '#lib/client/resources/resources.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

const LOOK_EVERY_MS = 3_000;

export interface ConnectedProps {
  /** The uid of the workflow's identity. */
  identity: string;
  group: string;
  /** The installation's address. */
  url: string;
  closeHref: string;
}

/** The file that the workflow needs, and its first sign-in once that happens. */
export default function Connected({ identity: uid, group, url, closeHref }: ConnectedProps) {
  const router = useRouter();
  const result = useQuery({
    ...identities.versioned(uid),
    refetchInterval: ({ state }) =>
      state.data && wasSeen(state.data.body) ? false : LOOK_EVERY_MS,
  });
  const identity = result.data?.body;
  const close = () => router.replace(closeHref);
  return (
    <Sheet
      title={identity ? `Connect ${identity.name}` : 'Connect a workflow'}
      onClose={close}
      footer={<Button onPress={close}>Done</Button>}
    >
      {identity ? (
        <Steps identity={identity} group={group} url={url} />
      ) : result.isError ? (
        <QueryProblem title="This identity could not be loaded" query={result} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Sheet>
  );
}

function Steps({ identity, group, url }: { identity: Identity; group: string; url: string }) {
  const { file, text } = setupOf(identity.claimMatch, { url, group });
  const isSeen = wasSeen(identity);
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex items-start gap-2.5 rounded bg-paper-2 px-3 py-2.5">
        <span className="mt-0.5 inline-flex text-accent">
          {isSeen ? <CircleCheck aria-hidden size={16} /> : <Spinner />}
        </span>
        {isSeen ? (
          <span>
            Signed in <RelativeTime value={identity.lastSeenTime} />. The workflow is connected.
          </span>
        ) : (
          <span>Waiting for the first sign-in. It shows up here once the workflow has run.</span>
        )}
      </p>
      <OnlyHereNote url={url} />
      <section aria-labelledby="workflow-file" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 id="workflow-file" className="font-mono text-sm break-all">
            {file}
          </h3>
          <CopyButton size="sm" text={() => text} autoFocus>
            Copy
          </CopyButton>
        </div>
        <CodeBox aria-labelledby="workflow-file">{text}</CodeBox>
      </section>
      <p className="text-ink-2">
        It asks its platform for a token, and lists the groups below. If it is refused,{' '}
        <Link href={editPath('identities', identity.uid, group)}>
          test one of its tokens with the identity
        </Link>
        .
      </p>
    </div>
  );
}
