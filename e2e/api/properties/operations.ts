/** Operations as requests: the method, path and body of each, and its response. */
import { entryOf } from '#lib/resources/catalog.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { Json } from '../harness.ts';
import { ownOf } from './model.ts';
import type { Model, Operation, Outcome } from './model.ts';
import { definitionOf } from '../support/example-rows.ts';
import { at } from './world.ts';

export const METHODS = { get: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

/** The numbers are picks: any number selects one of the model's resources. */
export interface Picks {
  kind: string;
  type: ResourceType;
  target: number;
  identity: number;
  role: number;
  capabilities: readonly string[];
}

/** Some collections of views, with capabilities that callers often lack. */
const SHOWN = ['Group', 'Advisory', 'AuditEvent', 'RoleBinding'] as const;

let count = 0;

/** The body of a create or an update, and the parts of it that the model uses. */
export function bodyFor(
  { kind, type, ...picks }: Picks,
  model: Model,
  actors: readonly string[],
): { body: Json; given: Partial<Operation> } {
  const name = `made ${(count += 1)}`;
  const roleUid = at(model.all('Role'), picks.role).uid;
  const identityUid = at([...model.all('Identity'), ...model.all('Group')], picks.identity).uid;
  const isUpdate = kind === 'update';
  switch (type) {
    case 'Identity': {
      const claimMatch = { issuer: 'https://people.example.com', subject: name };
      return { body: isUpdate ? { description: name } : { name, claimMatch }, given: {} };
    }
    case 'Role':
      if (isUpdate && picks.role % 2 === 0) return { body: { description: name }, given: {} };
      return {
        body: { name, capabilities: picks.capabilities },
        given: { capabilities: picks.capabilities },
      };
    case 'RoleBinding': {
      const all = { identityUid, roleUid };
      const given =
        !isUpdate || picks.target % 3 === 0
          ? all
          : picks.target % 3 === 1
            ? { roleUid }
            : { identityUid };
      return { body: given, given };
    }
    case 'IdentityProvider': {
      if (isUpdate) return { body: { defaultRole: roleUid }, given: { roleUid } };
      const oidc = { issuer: 'https://idp.example.com', clientId: 'c' };
      if (picks.role % 2 === 0) return { body: { name, oidc }, given: {} };
      return { body: { name, oidc, defaultRole: roleUid }, given: { roleUid } };
    }
    case 'GroupInvite':
      return { body: { roleUid, ttl: '3600s' }, given: { roleUid } };
    case 'IdentityKey': {
      const given = { identityUid, ...(picks.role % 2 === 0 && { roleUid }) };
      return { body: { ...given, name, ttl: '3600s' }, given };
    }
    case 'AccountAssociation':
      return { body: { name, github: { installationId: '1', name } }, given: {} };
    case 'SavedView': {
      const shows = at(SHOWN, picks.role);
      const isShared = picks.identity % 2 === 0;
      const body = { name, collection: entryOf(shows).collection, shared: isShared };
      return { body, given: { shows, owner: isShared ? '' : ownOf(actors) } };
    }
    case 'Subscription':
      return {
        body: { ...definitionOf(type).example, name },
        given: isUpdate ? {} : { identityUid: ownOf(actors) },
      };
    case 'RequestRule': {
      const roles = { roles: [roleUid], requesterRoles: [roleUid] };
      const body = { name, ...roles, maxDuration: '60s' };
      return { body, given: { roleUid, identityUid: ownOf(actors) } };
    }
    case 'RegistrySource':
      return { body: { url: 'https://registry.example.com' }, given: {} };
    case 'Group':
      return { body: isUpdate ? { description: name } : { name }, given: {} };
    default:
      return { body: definitionOf(type).example ?? {}, given: {} };
  }
}

export function outcomeOf({ status, body }: { status: number; body: Json }): Outcome | number {
  if (status === 200) return 'OK';
  const [info] = (body['details'] ?? []) as { reason: Outcome }[];
  return info?.reason ?? status;
}
