/** Which answers an event makes out of date. */
import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#lib/client/live/connection.ts';
import { firstIn, isAtOrBelow, parentUid } from '#lib/client/paths.ts';
import { type ListQuery, mayList } from '#lib/client/resources/queries.ts';
import { auditNoun, CATALOG } from '#lib/resources/catalog.ts';
import type { ResourceType } from '#lib/resources/define.ts';

/** Collections by the noun of their events. */
const COLLECTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(CATALOG).map(([type, { collection }]) => [
    auditNoun(type as ResourceType),
    collection,
  ]),
);

/** What an event of a kind changes besides its own collection. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  registrySources: ['repos', 'tags'],
  identities: ['roleBindings'],
  groups: ['roleBindings'],
};

/** The first members of keys that follow from who may do what. */
const OF_ACCESS = ['access', 'me'];
const GIVING_ACCESS = [
  'roleBindings',
  'roles',
  'identities',
  'groups',
  'policy',
  'accessRequests',
  'requestRules',
];

interface Part {
  collection: string;
  operation: string;
}

/** Of `grove.iam.role_binding.created.v1`. */
export function partOf({ type }: Pick<LiveEvent, 'type'>): Part {
  const [, , noun = '', operation = ''] = type.split('.');
  return { collection: COLLECTIONS.get(noun) ?? noun, operation };
}

/** Events about many resources below their group. */
const OF_MANY = ['imported', 'synced'];

/** Whether the answer with the key may be another one after the event. */
export function isAffected([first, second, third, form]: QueryKey, event: LiveEvent): boolean {
  const { collection, operation } = partOf(event);
  if (first === 'summary') return isAtOrBelow(event.group, String(second));
  if (OF_ACCESS.includes(String(first))) return GIVING_ACCESS.includes(collection);
  if (first === 'auditEvents') return second === 'list' && within(third, firstIn(event.group));
  const isOwn = first === collection;
  if (!isOwn && !ALSO[collection]?.includes(String(first))) return false;
  if (second === 'one') return third === event.subject;
  if (second !== 'list') return isOwn;
  if (!isOwn || OF_MANY.includes(operation)) {
    return within(third, firstIn(event.group)) || within(third, event.subject);
  }
  // The tree says which groups have groups below.
  const parent = parentUid(event.subject) ?? '';
  return within(third, event.subject) || (form === 'tree' && within(third, parent));
}

/** @param query the parameters of a list, if its key has them. */
const within = (query: unknown, uid: string): boolean =>
  typeof query !== 'object' || query === null || mayList(query as ListQuery, uid);
