/** Converts names to those of v1 by the rules of docs/v1.md, independently of the server's code. */
import type { Json } from './test-grove.ts';

/** The maps with keys of users, which no version renames. */
const MAPS = ['claims', 'claimPatterns', 'clientIds', 'resourceLimits'];

export function v1Field(name: string): string {
  if (name === 'uid') return 'id';
  if (name === 'createTime') return 'createdAt';
  if (name === 'updateTime') return 'updatedAt';
  if (name === 'parent_uid') return 'parent_id';
  return name.replace(/Uid$/, 'Id');
}

/** A resource of v2 as v1 must show it. */
export function asV1<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(asV1) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Json).map(([name, member]) => [
    v1Field(name),
    MAPS.includes(name) ? member : asV1(member),
  ]);
  return Object.fromEntries(members) as Value;
}

/** The message of a v2 error as v1 must have it, with v1's names of fields. */
export function messageAsV1(message: string): string {
  return message.replace(
    /(: |; )((?:[\w.]+\.)?\w+)(?=: )/g,
    (_, before: string, path: string) => before + path.split('.').map(v1Field).join('.'),
  );
}

/** `/iam/v1/groups` of `/iam/v2beta1/groups`. */
export function v1PathOf(path: string): string {
  return path.replace('/v2beta1/', '/v1/');
}
