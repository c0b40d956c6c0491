/** A request that succeeds, for each operation. */
import { collectionPath } from '#lib/resources/define.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { resourceField } from '#lib/transport/methods/services.ts';
import type { Json } from '../../harness.ts';
import { ok } from '../../support/answers.ts';
import { CUSTOM } from './custom.ts';
import type { Operation } from './operations.ts';
import { kindOf } from './world.ts';
import type { World } from './world.ts';

/** Filters for audit events to which no request of the corpus adds. */
const FILTERS: Partial<Record<ResourceDefinition['type'], Json>> = {
  AuditEvent: { type: 'grove.iam.role.created.v1' },
};

/**
 * The message about the shared resources of the world. For requests that are refused or read.
 *
 * @throws Error for an operation without an entry.
 */
export async function goodMessage(operation: Operation, world: World): Promise<Json> {
  const { definition, verb, method } = operation;
  if (definition === undefined || verb === 'custom') {
    const make = CUSTOM[method.name];
    if (make === undefined) throw new Error(`${method.name} has no entry in CUSTOM`);
    return make(world);
  }
  const kind = kindOf(world, definition);
  const field = resourceField(definition);
  const { uid, create, update, parent = world.group } = kind;
  switch (verb) {
    case 'list':
      return { uidp: { childrenOf: parentUid(uid) }, ...FILTERS[definition.type] };
    case 'create':
      return { parentUid: parent, [field]: create };
    case 'update':
      return { [field]: { ...create, ...update, uid }, updateMask: '*' };
    default:
      return { uid };
  }
}

/** The message with a resource that only this request uses. */
export async function ownMessage(operation: Operation, world: World): Promise<Json> {
  const { definition, verb } = operation;
  const message = await goodMessage(operation, world);
  if (definition === undefined || (verb !== 'update' && verb !== 'delete')) return message;
  const { create, parent = world.group } = kindOf(world, definition);
  const { uid } = ok(await world.grove.post(`${collectionPath(definition)}/${parent}`, create));
  if (verb === 'delete') return { uid };
  const field = resourceField(definition);
  return { ...message, [field]: { ...(message[field] as Json), uid } };
}

/** The uid of the resource that the message, or the answer to a create, is about. */
export function targetOf(operation: Operation, message: Json, answer: Json = {}): string {
  const { definition, verb } = operation;
  if (definition === undefined) return String(message['uid'] ?? '');
  if (verb === 'create') return String(answer['uid'] ?? '');
  const { uid } = verb === 'update' ? (message[resourceField(definition)] as Json) : message;
  return String(uid);
}
