'use client';

import { useQuery } from '@tanstack/react-query';
import { Folder, Trash2, UserKey } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AccessPath, type Level, levelsOf } from '#app/(console)/explain/access-path.ts';
import { KeptNote } from '#app/(console)/explain/kept-note.tsx';
import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import { noRemoveReason } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { later } from '#components/ui/later.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { explainPath, groupPath, resourcePath, rolePath } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const RemoveBinding = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/remove-binding.tsx')).RemoveBinding,
}));

export interface AccessTreeProps extends AccessPath {
  label: string;
  /** Whether each line links the reasons for its identity. */
  hasWhy?: boolean;
}

/**
 * The path of access: the groups from the topmost one with a binding down to the one in question. Each
 * shows its granting bindings, which can be removed here.
 */
export function AccessTree({ label, hasWhy = false, ...path }: AccessTreeProps) {
  const { data: caller } = useQuery(currentCaller());
  const [removing, setRemoving] = useState<RoleBinding | null>(null);
  const levels = levelsOf(path.group, path.bindings);
  const unnamed = levels.filter(({ name }) => name === undefined).map(({ uid }) => uid);
  const { data: names } = useQuery(namesQuery('groups', unnamed));
  const asked = levels.at(-1);
  if (!asked) return null;
  const nameOf = ({ uid, name }: Level) => name ?? names?.get(uid);
  const nested = levels.toReversed().reduce<ReactNode>(
    (below, level) => (
      <Branch
        uid={level.uid}
        name={nameOf(level)}
        unnamed={names ? 'A group that you cannot see' : '…'}
        isAsked={level.uid === path.group}
      >
        {level.bindings.map((binding) => (
          <Edge
            key={binding.uid}
            binding={binding}
            why={hasWhy ? path : null}
            disabledReason={noRemoveReason(binding, caller?.capabilities)}
            onRemove={() => setRemoving(binding)}
          />
        ))}
        {below && <li>{below}</li>}
      </Branch>
    ),
    null,
  );
  return (
    <section aria-label={label} className="border-y border-line py-2">
      {nested}
      {removing && (
        <RemoveBinding binding={removing} onClose={() => setRemoving(null)}>
          {path.capability !== undefined && (
            <KeptNote
              path={path}
              capability={path.capability}
              groupName={nameOf(asked) ?? 'this group'}
              binding={removing}
            />
          )}
        </RemoveBinding>
      )}
    </section>
  );
}

interface BranchProps {
  uid: string;
  /** Absent where the caller cannot see the group, or not yet. */
  name: string | undefined;
  /** The text without a name. */
  unnamed: string;
  /** Whether it is the group in question. */
  isAsked: boolean;
  /** The bindings on the group, and the branch below it. */
  children: ReactNode;
}

function Branch({ uid, name, unnamed, isAsked, children }: BranchProps) {
  return (
    <>
      <span className="flex min-h-8 items-center gap-2">
        <Folder aria-hidden size={16} className="shrink-0 text-ink-3" />
        {name === undefined ? (
          <span className="text-ink-2">{unnamed}</span>
        ) : (
          <Link href={groupPath(uid, 'access')}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {isAsked && <span className="text-sm text-ink-2">the group you asked about</span>}
      </span>
      <ul className="ml-2 border-l border-line pl-3 sm:pl-5">{children}</ul>
    </>
  );
}

interface EdgeProps {
  binding: RoleBinding;
  /** The question, where the line leads to the reasons for its identity. */
  why: AccessPath | null;
  disabledReason: string | false;
  onRemove: () => void;
}

/** A binding: who has which role, since when. */
function Edge({ binding, why, ...remove }: EdgeProps) {
  const { identity, role, group, createTime } = binding;
  const { uid, name, email, subject } = identity;
  const detail = email || subject;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <span className="flex min-w-0 flex-1 gap-2 max-sm:basis-full">
        <UserKey aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-3" />
        <span className="min-w-0 break-words">
          <Link href={resourcePath('identities', uid)} className="font-medium">
            <bdi>{name}</bdi>
          </Link>
          <span className="text-ink-2"> has the role </span>
          <Link href={rolePath(role.uid, group.uid)} className="font-medium">
            <bdi>{role.name}</bdi>
          </Link>
          {why && detail !== name && <span className="block text-sm text-ink-2">{detail}</span>}
        </span>
      </span>
      <span className="text-sm text-ink-2">
        granted <RelativeTime value={createTime} /> <BindingEnd binding={binding} />
      </span>
      {why && (
        <Link
          href={explainPath({ identity: uid, group: why.group, capability: why.capability })}
          className="text-sm"
        >
          Why<span className="sr-only"> {name} has it</span>
        </Link>
      )}
      <Button
        size="sm"
        icon={Trash2}
        disabledReason={remove.disabledReason}
        onPress={remove.onRemove}
        aria-label={`Remove ${name} as ${role.name} on ${group.name}`}
      >
        Remove
      </Button>
    </li>
  );
}
