'use client';

import { problemOf } from '#components/frame/problem.ts';
import { useDrawer } from '#components/frame/rail/drawer.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { ApiRequestError } from '#lib/client/api.ts';

const GONE: Record<number, { title: string; text: string }> = {
  403: {
    title: 'You may not see this group',
    text: 'None of your roles gives you access to it. Ask an owner of the group to grant you one.',
  },
  404: {
    title: 'There is no such group',
    text: 'It has been deleted, or the address is mistyped.',
  },
};

/** Replaces a group that cannot be shown. */
export function GroupProblem(props: { uid: string; error: Error; onRetry: () => void }) {
  const drawer = useDrawer();
  const gone = props.error instanceof ApiRequestError ? GONE[props.error.httpStatus] : undefined;
  return (
    <div className="flex w-full max-w-160 flex-col items-start px-4 py-8 sm:px-6">
      {gone ? (
        <>
          <h1 className="text-xl font-semibold tracking-tight">{gone.title}</h1>
          <p className="mt-1 text-ink-2">{gone.text}</p>
          <div className="mt-2">
            <CopyText value={props.uid} label="uid" />
          </div>
          <div className="mt-5 flex gap-2">
            <ButtonLink href="/">Go to your groups</ButtonLink>
            <Button className="md:hidden" onPress={drawer.open}>
              Open the tree
            </Button>
          </div>
        </>
      ) : (
        <>
          <h1 className="sr-only">Error</h1>
          <ErrorPanel
            className="w-full"
            title="This group could not be loaded"
            {...problemOf(props.error)}
            onRetry={props.onRetry}
          />
        </>
      )}
    </div>
  );
}
