/** Create: a new resource in a group, or a root group. */
import { invalidArgument } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { checkUid, newChildUid, newRootUid } from '#lib/aip/uid.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import type { Transaction } from '#lib/store/store.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import { placeOfWrite, writeAs, type Call } from '#lib/service/calls/call.ts';
import { inOrder } from '#lib/in-order.ts';
import { requireDistinct } from './conflicts.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { answerOf, type Answer } from './get.ts';
import { givenFields, validate } from '#lib/resources/input.ts';
import { nameViolations } from '#lib/resources/names.ts';
import { seesGroup } from '#lib/service/calls/sight.ts';
import { requireFounder } from '#lib/service/rules/founding.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { requireRecentForWrite } from '#lib/service/rules/recent-sign-in.ts';

/**
 * @param parent the group that will contain it; '' for a root group.
 * @throws ApiError INVALID_ARGUMENT that names each failing field; NOT_FOUND for the parent;
 *   ALREADY_EXISTS; RESOURCE_EXHAUSTED by a limit of a group; FAILED_PRECONDITION by a rule;
 *   PERMISSION_DENIED.
 */
export function createResource<Json extends JsonObject>(
  definition: ResourceDefinition<Json>,
  call: Call,
  parent: string,
  body: JsonObject,
): Promise<Answer<Json>> {
  const isRoot = parent === '' && definition.type === 'Group';
  if (!isRoot) checkUid(parent, 'parent_uid');
  return auditDenied(call, definition, 'create', parent, async () => {
    const check = (current: Call) =>
      isRoot ? requireFounder(current) : authorize(current, definition, 'create', parent);
    check(call);
    const input = newInput(definition, body);
    const work = (tx: Transaction, current: Call) => {
      check(current);
      return insert(tx, definition, current, { parent, input });
    };
    return writeAs(call, work, await placeOfWrite(definition.type, parent));
  });
}

/** @throws ApiError INVALID_ARGUMENT that names each failing field. */
export function newInput(definition: ResourceDefinition, body: JsonObject): JsonObject {
  if (definition.input === undefined) throw new Error(`${definition.type} cannot be created`);
  const given = givenFields(definition, body);
  const { input, violations } = validate(definition.input, given);
  const more = rulesFor(definition.type).violations?.(given) ?? [];
  const all = [...violations, ...nameViolations(given), ...more];
  if (all.length > 0) throw invalidArgument(all);
  return input;
}

interface NewRow {
  parent: string;
  input: JsonObject;
  /** What the record says beside the resource. */
  remark?: JsonObject;
}

/** Creates it for a caller who may, in a transaction that others use as well. */
export async function insert<Json extends JsonObject>(
  tx: Transaction,
  definition: ResourceDefinition<Json>,
  call: Call,
  { parent, input, remark }: NewRow,
): Promise<Answer<Json>> {
  const rules = rulesFor(definition.type);
  const isRoot = parent === '';
  const exists = isRoot ? null : tx.existing('Group', parent);
  // The rules of groups check the limits of a new organization, which has no parent with limits.
  const room = isRoot ? undefined : tx.requireRoom(definition.type, { parent });
  const [, { write, columns, answer: more }] = await inOrder(
    exists,
    prepared(tx, definition, call, { parent, input }),
    room,
  );
  const row = await tx.insert(definition.type, columns, room);
  const maker = (await rules.afterCreate?.(tx, call, write)) ?? call;
  const answer = answerOf(definition, maker, row);
  await auditRows(tx, maker, definition, 'create', { after: row }, remark);
  return { ...answer, body: { ...answer.body, ...more } };
}

/** The columns of a new row, after the rules. */
async function prepared(
  tx: Transaction,
  definition: ResourceDefinition,
  call: Call,
  { parent, input }: { parent: string; input: JsonObject },
) {
  const rules = rulesFor(definition.type);
  const reserved = await rules.reservedUid?.(tx, call, { parent, input });
  const uid = reserved ?? (parent === '' ? newRootUid() : newChildUid(parent));
  const write = { uid, parent, input, before: null, touches: () => true };
  const now = new Date();
  const extra = await rules.beforeWrite?.(tx, call, write);
  const columns = {
    ...rules.initial?.(now),
    ...definition.toColumns?.(input),
    ...extra?.columns,
    ...('updateTime' in COLUMNS[definition.type] ? { updateTime: now } : {}),
    uid,
    parent,
    createTime: now,
  };
  await inOrder(
    requireDistinct(tx, definition, columns, uid, { mayKnow: seesGroup(call) }),
    requireRecentForWrite(tx, call, definition.type, write),
  );
  return { write, columns, answer: extra?.answer };
}
