/** Update: changes only what the mask names, or the keys of the body without a mask. */
import { isDeepStrictEqual } from 'node:util';
import { ifMatchAllows } from '#lib/aip/etag.ts';
import { aborted, invalidArgument, notFound, type FieldViolation } from '#lib/aip/errors.ts';
import { applyPaths, changedPaths } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { checkUid } from '#lib/aip/uid.ts';
import type { BaseRow, ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/store.ts';
import { inOrder } from '#lib/in-order.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { requireDistinct } from './conflicts.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import { answerOf, type Answer } from './get.ts';
import { sees, seesGroup } from '#lib/service/calls/sight.ts';
import { fieldTree, unknownFields, validate, givenFields } from '#lib/resources/input.ts';
import { nameViolations } from '#lib/resources/names.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { requireRecentForWrite } from '#lib/service/rules/recent-sign-in.ts';

export interface UpdateRequest {
  uid: string;
  body: JsonObject;
  /** If absent or empty, exactly the keys of the body change. */
  updateMask?: string;
  ifMatch: string | null;
}

/**
 * @throws ApiError INVALID_ARGUMENT that names each failing field; NOT_FOUND; ALREADY_EXISTS;
 *   ABORTED for another ETag; FAILED_PRECONDITION by a rule; PERMISSION_DENIED.
 */
export async function updateResource<Json extends JsonObject>(
  definition: ResourceDefinition<Json>,
  call: Call,
  request: UpdateRequest,
): Promise<Answer<Json>> {
  const uid = checkUid(request.uid, 'uid');
  const attempt = [definition, 'update', uid] as const;
  const check = (current: Call) => authorize(current, definition, 'update', uid);
  const { current, ...rows } = await changeAs(call, attempt, check, async (tx, current) => ({
    ...(await change(tx, definition, current, request)),
    current,
  }));
  if (rows.before !== rows.after) rulesFor(definition.type).afterUpdate?.(rows);
  return answerOf(definition, current, rows.after);
}

/**
 * The next input of a resource, or of a policy, and the paths that the request names.
 *
 * @param current the input that would have produced it as it is.
 * @param violationsOf what the schema cannot express.
 * @throws ApiError INVALID_ARGUMENT that names each failing field.
 */
export function changedInput(
  definition: Pick<ResourceDefinition, 'input' | 'outputOnly' | 'oneofs'>,
  current: JsonObject | undefined,
  { body, updateMask }: Pick<UpdateRequest, 'body' | 'updateMask'>,
  violationsOf: (next: JsonObject) => readonly FieldViolation[] = () => [],
) {
  const schema = definition.input;
  if (schema === undefined || current === undefined) throw new Error('it cannot be updated');
  const fields = fieldTree(schema);
  const given = givenFields(definition, body);
  const paths = changedPaths(updateMask, given, fields);
  const next = applyPaths(current, given, paths, definition.oneofs);
  const { input, violations } = validate(schema, next);
  const all = [
    ...unknownFields(given, fields),
    ...violations,
    // A name from before this rule stays until somebody changes it.
    ...(next['name'] === current['name'] ? [] : nameViolations(next)),
    ...violationsOf(next),
  ];
  if (all.length > 0) throw invalidArgument(all);
  return { input, paths };
}

/** Updates it for a caller who may, in a transaction that others use as well. */
export async function change(
  tx: Transaction,
  definition: ResourceDefinition,
  call: Call,
  request: UpdateRequest,
): Promise<Record<'before' | 'after', RowOf<ResourceType>>> {
  const { uid, ifMatch } = request;
  const row = await tx.get(definition.type, uid);
  if (row === null || !sees(definition, call, row)) throw notFound(definition.type, uid);
  const { revision = 1, updateTime }: BaseRow = row;
  if (!ifMatchAllows(ifMatch, revision)) throw aborted(`${definition.noun} ${uid}`);
  const violationsOf = (next: JsonObject) => rulesFor(definition.type).violations?.(next) ?? [];
  const current = definition.toInput?.(row);
  const { input, paths } = changedInput(definition, current, request, violationsOf);
  // A mask that names only the container of a path does not count.
  const touches = (path: string) =>
    paths.some((named) => named === path || named.startsWith(`${path}.`));
  const write = { uid, parent: row.parent ?? '', input, before: row, touches };
  const extra = await rulesFor(definition.type).beforeWrite?.(tx, call, write);
  const before: Record<string, unknown> = { ...row };
  const columns = Object.fromEntries(
    Object.entries({ ...definition.toColumns?.(input), ...extra?.columns }).filter(
      ([column, value]) => !isDeepStrictEqual(before[column], value),
    ),
  );
  if (Object.keys(columns).length === 0) return { before: row, after: row };
  const written = { changed: Object.keys(columns), mayKnow: seesGroup(call) };
  await inOrder(
    requireDistinct(tx, definition, { ...row, ...columns }, uid, written),
    requireRecentForWrite(tx, call, definition.type, write),
  );
  const times = updateTime === undefined ? {} : { updateTime: new Date() };
  const after = await tx.update(definition.type, uid, { ...columns, ...times });
  await auditRows(tx, call, definition, 'update', { before: row, after });
  return { before: row, after };
}
