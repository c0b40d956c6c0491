'use client';

import { useQuery } from '@tanstack/react-query';
import { isGone } from '#components/frame/gone.ts';
import { type LostGroup, lostReason } from '#components/frame/use-lost-group.ts';
import { NearestAbove } from '#components/frame/nearest-above.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { useDrawer } from '#components/frame/rail/drawer.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { offersQuery } from '#lib/client/access/requests.ts';
import { askPath } from '#lib/client/access/request-paths.ts';

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

/** Says that the group went while somebody looked at it. */
const lostMeanwhile = (lost: LostGroup) => ({
  title: lostReason(lost),
  text: lost.isDeleted
    ? 'Somebody deleted this group while you had it open.'
    : 'Somebody deleted this group, or removed your access to it, while you had it open.',
});

export interface GroupProblemProps {
  uid: string;
  error: Error;
  /** The group as it was, if it was shown before. */
  lost: LostGroup | undefined;
  onRetry: () => void;
}

/** Offers to ask for access where a rule lets the person. */
function Ask({ uid }: { uid: string }) {
  const { data: offers = [] } = useQuery(offersQuery(uid));
  if (offers.length === 0) return null;
  return (
    <ButtonLink variant="primary" href={askPath(uid)}>
      Ask for access
    </ButtonLink>
  );
}

/** Replaces a group that cannot be shown. */
export default function GroupProblem({ lost, ...props }: GroupProblemProps) {
  const drawer = useDrawer();
  const known = isGone(props.error) ? GONE[props.error.httpStatus] : undefined;
  const gone = lost ? lostMeanwhile(lost) : known;
  return (
    <div
      role={lost && 'alert'}
      className="flex w-full max-w-160 flex-col items-start px-4 py-8 sm:px-6"
    >
      {gone ? (
        <>
          <h1 className="text-xl font-semibold tracking-tight">{gone.title}</h1>
          <p className="mt-1 text-ink-2">{gone.text}</p>
          <div className="mt-2">
            <CopyText value={props.uid} label="uid" />
          </div>
          <div className="mt-5 flex flex-wrap gap-2">
            {gone === GONE[403] && <Ask uid={props.uid} />}
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
