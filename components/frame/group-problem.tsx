'use client';

import { useQuery } from '@tanstack/react-query';
import { isGone } from '#components/frame/gone.ts';
import { problemOf } from '#components/frame/problem.ts';
import { useDrawer } from '#components/frame/rail/drawer.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';

const NO_SUCH_GROUP = {
  title: 'There is no such group',
  text: 'It has been deleted, or the address is mistyped.',
};

const GONE: Record<number, { title: string; text: string }> = {
  400: NO_SUCH_GROUP,
  403: {
    title: 'You may not see this group',
    text: 'None of your roles gives you access to it. Ask an owner of the group to grant you one.',
  },
  404: NO_SUCH_GROUP,
};

/** The uids of the groups above a group, the nearest first. */
function above(uid: string): string[] {
  const parent = parentUid(uid);
  return parent === null ? [] : [parent, ...above(parent)];
}

/** Links the nearest group above that still exists. */
function NearestAbove({ uid }: { uid: string }) {
  const uids = above(uid);
  const { data: names } = useQuery(namesQuery('groups', uids));
  const nearest = uids.find((one) => names?.has(one));
  if (nearest === undefined) return null;
  return <ButtonLink href={groupPath(nearest)}>{`Go to ${names?.get(nearest)}`}</ButtonLink>;
}

/** Replaces a group that cannot be shown. */
export default function GroupProblem(props: { uid: string; error: Error; onRetry: () => void }) {
  const drawer = useDrawer();
  const gone = isGone(props.error) ? GONE[props.error.httpStatus] : undefined;
  return (
    <div className="flex w-full max-w-160 flex-col items-start px-4 py-8 sm:px-6">
      {gone ? (
        <>
          <h1 className="text-xl font-semibold tracking-tight">{gone.title}</h1>
          <p className="mt-1 text-ink-2">{gone.text}</p>
          <div className="mt-2">
            <CopyText value={props.uid} label="uid" />
          </div>
          <div className="mt-5 flex flex-wrap gap-2">
            <NearestAbove uid={props.uid} />
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
