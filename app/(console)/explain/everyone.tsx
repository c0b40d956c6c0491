'use client';

import { useQuery } from '@tanstack/react-query';
import { AnswerFrame, BindingText, HiddenNote } from '#app/(console)/explain/granting.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { whoCanQuery } from '#lib/client/access/access.ts';
import { explainPath, resourcePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { numberText } from '#components/ui/text/number-text.ts';

/** The bindings grouped by identity, in the order of names. */
function byIdentity(bindings: readonly RoleBinding[]): RoleBinding[][] {
  const identities = new Map<string, RoleBinding[]>();
  for (const binding of bindings) {
    const { uid } = binding.identity;
    identities.set(uid, [...(identities.get(uid) ?? []), binding]);
  }
  return [...identities.values()].toSorted(([a], [b]) =>
    (a?.identity.name ?? '').localeCompare(b?.identity.name ?? ''),
  );
}

/** Everyone who has a capability in a group, and the bindings that grant it. */
export function Everyone({ group, capability }: { group: string; capability: string }) {
  const result = useQuery(whoCanQuery(group, capability));
  return (
    <AnswerFrame result={result}>
      {({ identityCount, roleBindings, hidden, truncated }) => (
        <>
          <h2 className="text-lg font-semibold">
            {`${holdersText(identityCount, truncated)} `}
            <code className="font-mono">{capability}</code> here
          </h2>
          {roleBindings.length > 0 && (
            <ul aria-label="Who has it" className="border-t border-line">
              {byIdentity(roleBindings).map((bindings) => (
                <Person
                  key={bindings[0]?.identity.uid}
                  bindings={bindings}
                  group={group}
                  capability={capability}
                />
              ))}
            </ul>
          )}
          <HiddenNote hidden={hidden} />
          {truncated && (
            <p className="text-ink-2">
              Only the first {numberText(roleBindings.length + hidden)} bindings are listed. Check
              one identity to be sure.
            </p>
          )}
        </>
      )}
    </AnswerFrame>
  );
}

interface PersonProps {
  bindings: readonly RoleBinding[];
  group: string;
  capability: string;
}

function Person({ bindings, group, capability }: PersonProps) {
  const identity = bindings[0]?.identity;
  if (!identity) return null;
  const { uid, name, email, subject } = identity;
  const detail = email || subject;
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]">
      <span className="min-w-0">
        <Link href={resourcePath('identities', uid)} className="font-medium">
          {name}
        </Link>
        {detail !== name && <span className="block truncate text-sm text-ink-2">{detail}</span>}
      </span>
      <ul className="flex flex-col gap-1 text-sm">
        {bindings.map((binding) => (
          <li key={binding.uid}>
            <BindingText binding={binding} group={group} />
          </li>
        ))}
      </ul>
      <Link href={explainPath({ identity: uid, group, capability })} className="self-start text-sm">
        Why<span className="sr-only"> {name} has it</span>
      </Link>
    </li>
  );
}

/** "At least 1,000 identities have". */
function holdersText(count: number, isMore: boolean): string {
  if (count === 0) return 'Nobody has';
  if (count === 1) return '1 identity has';
  return `${isMore ? 'At least ' : ''}${numberText(count)} identities have`;
}
