'use client';

import { ChevronRight } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import type { WorkflowKind } from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { later } from '#components/ui/later.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { connectPath, groupPath } from '#lib/client/paths.ts';

const ConnectForm = later(
  () => import('#app/(console)/groups/[group]/access/connect/connect-form.tsx'),
);
const Connected = later(() => import('#app/(console)/groups/[group]/access/connect/connected.tsx'));

const PLATFORMS: readonly { id: WorkflowKind; label: string; what: string }[] = [
  { id: 'github', label: 'GitHub Actions', what: 'Workflows of a repository' },
  { id: 'gitlab', label: 'GitLab', what: 'Pipelines of a project' },
  { id: 'buildkite', label: 'Buildkite', what: 'Builds of a pipeline' },
  { id: 'kubernetes', label: 'Kubernetes', what: 'Pods with a service account' },
  { id: 'other', label: 'Other', what: 'Programs with tokens of an OpenID issuer' },
];

/** Lets a workflow sign in with its platform's tokens. The steps are the platform, the form, and the file to copy. */
export function ConnectWorkflow({ group, url }: { group: string; url: string }) {
  const router = useRouter();
  const params = useSearchParams();
  const closeHref = groupPath(group, 'access');
  const connected = params.get('connected');
  if (connected !== null) {
    return <Connected identity={connected} group={group} url={url} closeHref={closeHref} />;
  }
  const platform = PLATFORMS.find(({ id }) => id === params.get('on'));
  if (platform) {
    return (
      <ConnectForm
        key={platform.id}
        kind={platform.id}
        platform={platform.label}
        group={group}
        closeHref={closeHref}
        onSend={Connected.prepare}
      />
    );
  }
  return (
    <Sheet title="Connect a workflow" onClose={() => router.replace(closeHref)}>
      <p className="pb-3 text-ink-2">
        It signs in with the tokens of its own platform, so there is no secret to keep. Where does
        it run?
      </p>
      <ul className="border-t border-line">
        {PLATFORMS.map(({ id, label, what }, index) => (
          <li key={id} className="border-b border-line">
            <NextLink
              href={connectPath(group, { on: id })}
              replace
              data-autofocus={index === 0 || undefined}
              onPointerEnter={ConnectForm.prepare}
              className="flex items-center justify-between gap-3 rounded px-2 py-2.5 hover:bg-paper-3"
            >
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-ink-2">{what}</span>
              </span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-3" />
            </NextLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
