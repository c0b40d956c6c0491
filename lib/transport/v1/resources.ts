/** What v1 offers: the ten resources of the first version, and no other for all time. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition, ResourceType, Verb } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { verbsOn, type Offered } from '#lib/transport/methods/verbs.ts';

const TYPES: readonly ResourceType[] = [
  'Group',
  'Identity',
  'Role',
  'RoleBinding',
  'IdentityProvider',
  'AccountAssociation',
  'GroupInvite',
  'Repo',
  'Tag',
  'Advisory',
];

export const V1_RESOURCES: readonly ResourceDefinition[] = RESOURCES.filter(({ type }) =>
  TYPES.includes(type),
);

/** Fields that are younger than v1. A program of v1 that puts a resource back knows nothing of them. */
const YOUNGER: Partial<Record<ResourceType, readonly string[]>> = {
  IdentityProvider: ['roleRules'],
  RoleBinding: ['startTime', 'expirationTime', 'ttl'],
};

/** The fields that an update with this body replaces: all, but a younger one only if it is there. */
export function v1Mask({ type, input }: ResourceDefinition, body: JsonObject): string {
  const left = (YOUNGER[type] ?? []).filter((field) => !Object.hasOwn(body, field));
  if (left.length === 0) return '*';
  return Object.keys(input?.shape ?? {})
    .filter((field) => !left.includes(field))
    .join();
}

/** `/iam/v1/groups` and the like. */
export function v1Path({ domain, collection }: ResourceDefinition): string {
  return `/${domain}/v1/${collection}`;
}

export type V1Verb = Exclude<Verb, 'get'>;

const ON_ONE: Offered<V1Verb> = [
  ['POST', 'create'],
  ['PUT', 'update'],
  ['DELETE', 'delete'],
];

/** What a path offers, by method. @param uid '' for the collection itself. */
export const v1VerbsOf = (definition: ResourceDefinition, uid: string): Offered<V1Verb> =>
  verbsOn(definition, uid, ON_ONE);
