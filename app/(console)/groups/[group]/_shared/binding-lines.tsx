import type { ReactNode } from 'react';
import { numberText } from '#lib/client/counted.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

/** The number of bindings named; further ones are counted. */
const NAMED = 8;

/** The oldest bindings of an identity or a role that have not ended. */
export const bindingsOf = (filter: { identity: string } | { role: string }) =>
  roleBindings.list({
    ...filter,
    expired: 'false',
    order_by: 'created_at',
    page_size: String(NAMED),
  });

interface BindingLinesProps {
  bindings: readonly RoleBinding[];
  /** How many there are in all. */
  total: number;
  /** What comes before the group in a line. */
  nameOf: (binding: RoleBinding) => ReactNode;
}

/** A line for each binding with its group, and the number of those that are not named. */
export function BindingLines({ bindings, total, nameOf }: BindingLinesProps) {
  return (
    <>
      <ul className="flex flex-col border-t border-line">
        {bindings.map((binding) => (
          <li key={binding.uid} className="border-b border-line py-1.5">
            {nameOf(binding)}
            <span className="text-ink-2">
              {' '}
              on <bdi>{binding.group.name}</bdi> and below
            </span>
          </li>
        ))}
      </ul>
      {total > bindings.length && (
        <p className="text-ink-2">and {numberText(total - bindings.length)} more.</p>
      )}
    </>
  );
}
