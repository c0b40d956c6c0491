import { TriangleAlert } from 'lucide-react';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { type Obstacles, readOnlyText } from '#lib/client/guided-delete/obstacles.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/** The reasons why the deletion cannot start, each with a way to resolve it. */
export function ObstaclePanels(props: { group: Group; obstacles: Obstacles }) {
  const { group, obstacles } = props;
  const { readOnly, missing, own, holdsAllOwners, unseen } = obstacles;
  return (
    <>
      {readOnly.length > 0 && (
        <ErrorPanel
          title={`There are ${readOnlyText(obstacles)} in here`}
          why={
            <>
              The API cannot delete these, and so not the groups that hold them either:{' '}
              {readOnly.map(({ kind }, index) => (
                <span key={kind.collection}>
                  {index > 0 && ', '}
                  <Link href={`${groupPath(group.uid, kind.tab)}?scope=below`}>
                    {kind.words[1]}
                  </Link>
                </span>
              ))}
              .
            </>
          }
          remedy="Ask whoever runs this installation to take them out, or delete the groups beside them one by one."
        />
      )}
      {missing.length > 0 && (
        <ErrorPanel
          title="Your roles do not allow all of it"
          why={`It takes ${missing.join(', ')} here, which you do not hold.`}
          remedy="Ask an owner for a role that grants it, or to do it for you."
        />
      )}
      {own.length > 0 && (
        <ErrorPanel
          title="You are in here yourself"
          why={
            <>
              With{' '}
              {own.map(({ uid, name }, index) => (
                <span key={uid}>
                  {index > 0 && ', '}
                  <Link href={resourcePath('identities', uid)}>{name}</Link>
                </span>
              ))}{' '}
              your own access would go before the end.
            </>
          }
          remedy="Ask an owner whose identity stands elsewhere to do it."
        />
      )}
      {holdsAllOwners && (
        <ErrorPanel
          title="Every owner of the organization is in here"
          why="An organization keeps at least one owner, so the last of them cannot be deleted."
          remedy="Bind the owner role to an identity elsewhere first."
        />
      )}
      {unseen.length > 0 && (
        <p className="flex gap-2 text-ink-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          <span>
            You may not see {listed(unseen.map(({ words }) => words[1]))} here. A group that holds
            any stays, and so do those above it.
          </span>
        </p>
      )}
    </>
  );
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
