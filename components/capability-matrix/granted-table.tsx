import { Check } from 'lucide-react';
import {
  type CapabilityMark,
  CapabilityTable,
} from '#components/capability-matrix/capability-table.tsx';

const GRANTED: CapabilityMark = { words: 'granted', sign: Check, className: 'text-accent' };
const NOT_GRANTED: CapabilityMark = { words: 'not granted', sign: '–', className: 'text-ink-3' };

/** The capabilities that a role grants. */
export function GrantedTable(props: { label: string; capabilities: readonly string[] }) {
  const granted = new Set(props.capabilities);
  return (
    <CapabilityTable
      label={props.label}
      markOf={(capability) => (granted.has(capability) ? GRANTED : NOT_GRANTED)}
    />
  );
}
