'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ObstaclePanels } from '#app/(console)/groups/[group]/delete/obstacle-panels.tsx';
import { Impact } from '#app/(console)/groups/[group]/_shared/impact.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { GroupTree } from '#components/group-tree/group-tree.tsx';
import { ROOTS } from '#components/group-tree/rows.ts';
import { useExpansion } from '#components/group-tree/use-tree.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { ownersQuery } from '#lib/client/access/bindings.ts';
import { canStart, obstaclesOf } from '#lib/client/guided-delete/obstacles.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { Group } from '#lib/client/resources/queries.ts';
import { groupSummary, type GroupSummary } from '#lib/client/resources/summary.ts';

export interface AskingProps {
  group: Group;
  onStart: () => void;
}

/** The resources to delete, the obstacles, and the field that confirms the deletion by name. */
export function Asking({ group, onStart }: AskingProps) {
  const summary = useQuery(groupSummary(group.uid));
  if (summary.error && !summary.data) {
    return <QueryProblem title="The contents of this group could not be loaded" query={summary} />;
  }
  if (!summary.data) return <Impact uid={group.uid} summary={undefined} />;
  return <Known group={group} summary={summary.data} onStart={onStart} />;
}

const hrefOf = (uid: string) => groupPath(uid);

function Tree({ group }: { group: Group }) {
  const expansion = useExpansion();
  const { expand } = expansion;
  useEffect(() => expand([[group.uid, { parent: ROOTS, page: 0 }]]), [expand, group.uid]);
  return (
    <section aria-labelledby="doomed" className="flex flex-col gap-2">
      <h3 id="doomed" className="text-base font-semibold">
        Groups to delete
      </h3>
      <div className="flex h-60 flex-col rounded border border-line pt-2">
        <GroupTree
          label="Groups to delete"
          roots={[group]}
          selected={null}
          expansion={expansion}
          hrefOf={hrefOf}
        />
      </div>
    </section>
  );
}

/** The owners of the organization that the caller can see; null if there are too many to list. */
function useOwners(uid: string) {
  const owners = useQuery(ownersQuery(uid));
  const { data } = owners;
  const isWhole = data && Number(data.totalCount) <= data.roleBindings.length;
  return {
    isKnown: !owners.isPending,
    owners: isWhole ? data.roleBindings.map(({ identity }) => identity) : null,
  };
}

function Known(props: AskingProps & { summary: GroupSummary }): ReactNode {
  const { group, summary, onStart } = props;
  const { data: caller } = useQuery(currentCaller());
  const { isKnown, owners } = useOwners(group.uid);
  const impact = <Impact uid={group.uid} summary={summary} />;
  if (!caller || !isKnown) return impact;
  const obstacles = obstaclesOf({
    uid: group.uid,
    counts: summary.counts,
    grants: caller.capabilities,
    own: caller.identities,
    owners,
  });
  const panels = <ObstaclePanels obstacles={obstacles} />;
  if (!canStart(obstacles)) {
    return (
      <>
        {panels}
        {impact}
        <ConfirmForm group={group} isFree={false} onStart={onStart} />
      </>
    );
  }
  return (
    <>
      <p>
        All of this is permanently deleted, the deepest groups first. You can stop at any time.
        Deleted resources stay deleted.
      </p>
      {impact}
      {panels}
      {summary.counts['groups']?.below !== '0' && <Tree group={group} />}
      <ConfirmForm group={group} isFree onStart={onStart} />
    </>
  );
}

function ConfirmForm({ group, isFree, onStart }: AskingProps & { isFree: boolean }) {
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() === group.name;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFree && isTyped) onStart();
      }}
    >
      {isFree && (
        <TextField
          label={`Type ${group.name} to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          isRequired
        />
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={groupPath(group.uid)}>Cancel</ButtonLink>
        <Button
          type="submit"
          variant="danger"
          icon={Trash2}
          disabledReason={
            !isFree
              ? 'Resolve the problems above first'
              : !isTyped && 'Type the name of the group first'
          }
        >
          Delete everything
        </Button>
      </div>
    </form>
  );
}
