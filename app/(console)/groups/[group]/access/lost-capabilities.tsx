import {
  capabilitiesText,
  familiesText,
} from '#app/(console)/groups/[group]/access/binding-words.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

interface Props {
  /** The binding that is removed or changed. */
  binding: RoleBinding;
  /** The capabilities that nothing else grants at the group of the binding. */
  capabilities: readonly string[];
}

/** What the identity of a binding loses. Bindings in groups below are not known here. */
export function LostCapabilities({ binding: { identity, group }, capabilities }: Props) {
  return (
    <>
      <p>
        <bdi>{identity.name}</bdi>
        {` immediately loses ${capabilitiesText(capabilities.length)} in `}
        <bdi>{group.name}</bdi>, and below it unless another binding grants the same there:
      </p>
      <p className="font-mono text-sm text-ink-2">{familiesText(capabilities)}</p>
    </>
  );
}
