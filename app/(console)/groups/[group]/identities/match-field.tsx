'use client';

import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { literalOf, patternOf } from '#lib/client/claims/patterns.ts';

export type MatchKind = 'literal' | 'pattern';

export const MATCH_KINDS: readonly { id: MatchKind; label: string }[] = [
  { id: 'literal', label: 'Exactly' },
  { id: 'pattern', label: 'Pattern' },
];

export interface MatchFieldProps {
  field: FieldBinder;
  /** The claim match's field for the literal; `pattern` names the other one. */
  name: 'issuer' | 'subject' | 'audience';
  label: string;
  isOptional?: boolean;
  placeholder?: string;
  /** The help text while the value is a literal. */
  description: string;
}

/** Shown for a literal with a star, because people write it for "anything". */
const STAR_HELP = 'The * is compared as it is. Choose Pattern to match anything in its place.';

const PATTERN_HELP = 'An RE2 regular expression. It must match the whole claim.';

/** A claim with an exact value or a pattern, each a field of its own in the API. */
export function MatchField({ field, name, label, isOptional, ...props }: MatchFieldProps) {
  const [literal, pattern] = [`claimMatch.${name}`, `claimMatch.${name}Pattern`];
  const isPattern = field.value(pattern) !== undefined;
  const path = isPattern ? pattern : literal;
  const choose = (kind: MatchKind) => {
    if ((kind === 'pattern') === isPattern) return;
    const text = String(field.value(path) ?? '');
    field.set(path, undefined);
    if (isPattern) field.set(literal, isOptional && text === '' ? undefined : literalOf(text));
    else field.set(pattern, patternOf(text));
  };
  const hasStar = !isPattern && String(field.value(literal) ?? '').includes('*');
  const help = hasStar ? STAR_HELP : props.description;
  const binding = field.text(path, { description: isPattern ? PATTERN_HELP : help });
  return (
    <div className="relative">
      <TextField
        {...binding}
        onChange={(text) =>
          field.set(path, isOptional && !isPattern && text === '' ? undefined : text)
        }
        label={label}
        isRequired={!isOptional}
        isOptional={isOptional}
        placeholder={isPattern ? undefined : props.placeholder}
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="gap-1.5 pt-2"
      />
      <Segmented
        label={`${label} compares`}
        options={MATCH_KINDS}
        value={isPattern ? 'pattern' : 'literal'}
        onChange={choose}
        className="absolute top-0 right-0 [&_label]:h-5.5 pointer-coarse:-top-3 pointer-coarse:[&_label]:h-8"
      />
    </div>
  );
}
