import { TriangleAlert } from 'lucide-react';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import type { Obstacles } from '#lib/client/guided-delete/obstacles.ts';
import { resourcePath } from '#lib/client/paths.ts';

/** The reasons why the deletion cannot start, each with a way to resolve it. */
export function ObstaclePanels(props: { obstacles: Obstacles }) {
  const { obstacles } = props;
  const { missing, own, holdsAllOwners, unseen } = obstacles;
  return (
    <>
      {missing.length > 0 && (
        <ErrorPanel
          title="Your roles do not allow this"
          why={`You need ${missing.join(', ')} here.`}
          remedy="Ask an owner to grant you such a role, or to delete the group for you."
        />
      )}
      {own.length > 0 && (
        <ErrorPanel
          title="Your own identity is in this group"
          why={
            <>
              {' '}
              Deleting{' '}
              {own.map(({ uid, name }, index) => (
                <span key={uid}>
                  {index > 0 && <span>, </span>}
                  <Link href={resourcePath('identities', uid)}>{name}</Link>
                </span>
              ))}
              <span> would end your own access before the rest is deleted.</span>
            </>
          }
          remedy="Ask an owner whose identity is in another group to delete it."
        />
      )}
      {holdsAllOwners && (
        <ErrorPanel
          title="All owners of the organization are in this group"
          why="An organization must keep at least one owner."
          remedy="First bind the owner role to an identity in another group."
        />
      )}
      {unseen.length > 0 && (
        <p className="flex gap-2 text-ink-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          <span>
            You may not see {listed(unseen.map(({ words }) => words[1]))} here. Groups that contain
            any are kept, and so are the groups above them.
          </span>
        </p>
      )}
    </>
  );
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
