import { Check } from 'lucide-react';
import {
  type CapabilityMark,
  CapabilityTable,
} from '#components/capability-matrix/capability-table.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import type { Role } from '#lib/client/resources/resources.ts';

const ONLY = 'min-w-6 rounded-sm px-1 font-semibold';
const ONLY_A = cx(ONLY, 'bg-accent-soft text-accent-2');
const ONLY_B = cx(ONLY, 'bg-warn-soft text-warn');

const BOTH: CapabilityMark = { words: 'in both', sign: Check, className: 'text-ink-2' };
const NEITHER: CapabilityMark = { words: 'in neither', sign: '–', className: 'text-ink-3' };

/** The capabilities of only one of two roles, and of both. */
export function Difference({ a, b }: { a: Role; b: Role }) {
  const [inA, inB] = [new Set(a.capabilities), new Set(b.capabilities)];
  const onlyA: CapabilityMark = { words: `only in A, ${a.name}`, sign: 'A', className: ONLY_A };
  const onlyB: CapabilityMark = { words: `only in B, ${b.name}`, sign: 'B', className: ONLY_B };
  const markOf = (name: Capability) => {
    if (inA.has(name)) return inB.has(name) ? BOTH : onlyA;
    return inB.has(name) ? onlyB : NEITHER;
  };
  const count = (mark: CapabilityMark) =>
    CAPABILITIES.filter((name) => markOf(name) === mark).length;
  const [countA, countB, countBoth] = [count(onlyA), count(onlyB), count(BOTH)];
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-medium">
        {verdict({ a, b, countA, countB })}
      </p>
      <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Sign mark={onlyA}>{`only in ${a.name}: ${countA}`}</Sign>
        <Sign mark={onlyB}>{`only in ${b.name}: ${countB}`}</Sign>
        <Sign mark={BOTH}>{`in both: ${countBoth}`}</Sign>
        <Sign mark={NEITHER}>{`in neither: ${count(NEITHER)}`}</Sign>
      </ul>
      <CapabilityTable label={`${a.name} and ${b.name}`} markOf={markOf} />
    </div>
  );
}

function verdict(props: { a: Role; b: Role; countA: number; countB: number }): string {
  const { a, b, countA, countB } = props;
  if (a.uid === b.uid) return 'This is the same role twice.';
  if (countA === 0 && countB === 0) return `${a.name} and ${b.name} grant the same.`;
  if (countA === 0) return `${b.name} grants all that ${a.name} does, and more.`;
  if (countB === 0) return `${a.name} grants all that ${b.name} does, and more.`;
  return `Neither of ${a.name} and ${b.name} grants all that the other does.`;
}

function Sign({
  mark: { sign: Shape, className },
  children,
}: {
  mark: CapabilityMark;
  children: string;
}) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={cx('inline-flex justify-center', className)}>
        {typeof Shape === 'string' ? Shape : <Shape size={16} />}
      </span>
      {children}
    </li>
  );
}
