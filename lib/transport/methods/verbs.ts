/** Which verbs a path offers, and to which methods of HTTP. */
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';

export type Offered<Some extends Verb> = readonly (readonly [method: string, Some])[];

const ON_ALL: Offered<'list' | 'create'> = [
  ['GET', 'list'],
  ['POST', 'create'],
];

/** What v2 offers on one resource. */
export const ON_ONE: Offered<Verb> = [
  ['GET', 'get'],
  ['POST', 'create'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
];

/**
 * @param uid '' for the collection itself.
 * @param onOne what the version of the API offers on one resource.
 */
export function verbsOn<One extends Verb>(
  { type, verbs }: ResourceDefinition,
  uid: string,
  onOne: Offered<One>,
): Offered<One | 'list' | 'create'> {
  // Only a group can be created without a parent.
  const onAll = type === 'Group' ? ON_ALL : ON_ALL.slice(0, 1);
  const offered: Offered<One | 'list' | 'create'> = uid === '' ? onAll : onOne;
  return offered.filter(([, verb]) => verbs.includes(verb));
}
