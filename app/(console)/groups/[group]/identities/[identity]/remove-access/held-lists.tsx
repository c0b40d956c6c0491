import type {
  Held,
  HeldKind,
} from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held.ts';

/** All access of an identity, by kind, with a reason for each part that stays. */
export function HeldLists({
  kinds,
}: {
  kinds: readonly { kind: HeldKind; held: readonly Held[] }[];
}) {
  if (kinds.length === 0) return <p>It has no access that you can see.</p>;
  return kinds.map(({ kind, held }) => (
    <section key={kind} aria-label={kind}>
      <h3 className="text-sm font-semibold">
        {kind}
        <span className="ml-2 font-normal text-ink-2 tabular-nums">{held.length}</span>
      </h3>
      <ul className="mt-1 border-t border-line">
        {held.map(({ id, name, stays }) => (
          <li key={id} className="border-b border-line py-1.5 wrap-anywhere">
            {name}
            {stays && <span className="block text-sm text-warn">{`Stays: ${stays}.`}</span>}
          </li>
        ))}
      </ul>
    </section>
  ));
}
