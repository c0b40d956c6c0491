'use client';

import { useQuery } from '@tanstack/react-query';
import { capabilitiesText, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { GivenTable } from '#app/(console)/groups/[group]/access/given-table.tsx';
import { RedundantNote } from '#app/(console)/groups/[group]/access/redundant-note.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { holdingsQuery } from '#lib/client/access/access.ts';
import { grantsQuery, splitGiven } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { redundantBindings } from '#lib/client/access/redundancy.ts';

export interface BindingPreviewProps {
  identity: string;
  role: string;
  group: { uid: string; name: string };
  /** The uid of the binding that the new one would replace. */
  except: string | undefined;
}

/**
 * The capabilities that a binding would grant, before it exists: the new ones, and those that other
 * bindings grant already.
 */
export function BindingPreview({ identity, role, group, except }: BindingPreviewProps) {
  const { data: caller } = useQuery(currentCaller());
  const holdings = useQuery(holdingsQuery({ identityUid: identity, groupUid: group.uid }));
  const others = (holdings.data?.roleBindings ?? []).filter(({ uid }) => uid !== except);
  const grants = useQuery(grantsQuery([role, ...others.map((other) => other.role.uid)]));
  if (grants.isPending || holdings.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading capabilities</span>
        <Skeleton className="h-110 w-full" />
      </div>
    );
  }
  const capabilities = grants.data?.get(role);
  if (!capabilities)
    return <p className="text-ink-2">The capabilities of this role could not be loaded.</p>;
  // What the replaced binding grants is not new either.
  const { alone, shared } = holdings.data
    ? splitGiven(capabilities, holdings.data)
    : { alone: [...capabilities], shared: [] };
  const unheld = capabilities.filter((name) =>
    missingReason(caller?.capabilities, group.uid, name as Capability),
  );
  // A binding that does not exist yet is newer than every other one.
  const wanted = {
    uid: '',
    identity: { uid: identity },
    group,
    role: { uid: role },
    createTime: '9999',
  };
  const by = redundantBindings([wanted], others, grants.data ?? new Map()).get('');
  return (
    <section aria-label="What it grants" className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-medium" role="status">
        {alone.length === 0
          ? `Adds nothing: the identity already has all ${capabilitiesText(capabilities.length)} in ${group.name}.`
          : `Adds ${capabilitiesText(alone.length)} in ${group.name} and all groups below.${shared.length === 0 ? '' : ` The identity already has the other ${shared.length}.`}`}
      </p>
      {by && (
        <RedundantNote>
          The binding as {grantText(by)} already grants all of this, so this one would add nothing.
        </RedundantNote>
      )}
      {unheld.length > 0 && (
        <p className="text-danger">
          {`You do not hold ${unheld.join(', ')} here, so you cannot grant this role.`}
        </p>
      )}
      {holdings.isError && (
        <p className="text-ink-2">The current capabilities of the identity could not be loaded.</p>
      )}
      <GivenTable label="Capabilities that it grants" alone={alone} shared={shared} isPreview />
    </section>
  );
}
