/** Values that a field's type allows and its rules do not. */
import { getOption, ScalarType } from '@bufbuild/protobuf';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import {
  field_behavior,
  FieldBehavior,
} from '#lib/generated/proto/google/api/field_behavior_pb.js';
import type { Json } from '../../harness.ts';

/** Neither a name, nor a uid, nor an address. */
const TEXT = 'No such:\u0007';

const MOST_LEVELS = 2;

/** A message with a wrong value in each field, so that one answer names all fields. */
export function wrongValues(desc: DescMessage, text = TEXT, level = 1): Json {
  const seen = new Set<string>();
  const members = desc.fields.filter(isGiven).flatMap((field): [string, unknown][] => {
    // A message holds one member of a oneof.
    if (field.oneof !== undefined && seen.has(field.oneof.name)) return [];
    if (field.oneof !== undefined) seen.add(field.oneof.name);
    const value = wrongValue(field, text, level);
    return value === undefined ? [] : [[field.jsonName, value]];
  });
  return Object.fromEntries(members);
}

const isGiven = (field: DescField): boolean =>
  !getOption(field, field_behavior).includes(FieldBehavior.OUTPUT_ONLY);

function wrongValue(field: DescField, text: string, level: number): unknown {
  if (field.fieldKind === 'map') return { [text]: text };
  if (field.fieldKind === 'list') return field.scalar === ScalarType.STRING ? [text] : undefined;
  if (field.fieldKind === 'scalar') return wrongScalar(field.scalar, text);
  if (field.fieldKind !== 'message') return undefined;
  if (field.message.typeName === 'google.protobuf.Duration') return '-5s';
  const isOurs = field.message.typeName.startsWith('grove.');
  return isOurs && level < MOST_LEVELS ? wrongValues(field.message, text, level + 1) : undefined;
}

function wrongScalar(scalar: ScalarType, text: string): unknown {
  if (scalar === ScalarType.STRING) return text;
  return scalar === ScalarType.INT32 ? -1 : undefined;
}

/** The first text of the message. */
export function firstText(desc: DescMessage): DescField | undefined {
  return desc.fields.find(
    (field) => isGiven(field) && field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING,
  );
}
