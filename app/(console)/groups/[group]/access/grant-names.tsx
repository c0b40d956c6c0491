import type { RoleBinding } from '#lib/client/resources/resources.ts';

const LIST = new Intl.ListFormat('en');

/** "viewer on acme and editor on shop". */
export function GrantNames({ bindings }: { bindings: readonly RoleBinding[] }) {
  const byUid = new Map(bindings.map((binding) => [binding.uid, binding]));
  return LIST.formatToParts(byUid.keys()).map(({ type, value }, index) => {
    const binding = type === 'element' ? byUid.get(value) : undefined;
    if (!binding) return <span key={index}>{value}</span>;
    return (
      <span key={index}>
        <bdi>{binding.role.name}</bdi> on <bdi>{binding.group.name}</bdi>
      </span>
    );
  });
}
