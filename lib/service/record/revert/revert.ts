/** Takes a recorded change back by the verbs that change resources, so that all of their rules hold. */
import type {
  RevertAuditEventRequestJson,
  RevertAuditEventResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/revert_pb.js';
import { failedPrecondition, invalidField, refusal } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { differenceOf } from '#lib/audit/states.ts';
import { group } from '#lib/resources/group.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { holdsOf, sees } from '#lib/service/calls/sight.ts';
import { blockWith, changeBlock, UNBLOCK } from '#lib/service/people/blocks.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { remove } from '#lib/service/verbs/delete.ts';
import { change } from '#lib/service/verbs/update.ts';
import { committed, type Transaction } from '#lib/store/store.ts';
import {
  checkedRequest,
  eventToRevert,
  requireReversal,
  type Reversal,
  type RevertRequest,
} from './event.ts';
import { pathsIn, putBack } from './merge.ts';
import { inputIn, restore, secretFields, withReferences } from './restore.ts';
import { gone, requireSuccessor } from './succession.ts';

type Event = RowOf<'AuditEvent'>;

interface Reverted {
  answer: Omit<RevertAuditEventResponseJson, 'operation'> & { changedSince: string[] };
  /** What follows once it is committed. */
  afterwards?: () => void;
}

/** Ends the transaction of a check, so that nothing of it stays. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
  readonly reverted: Reverted;
  constructor(reverted: Reverted) {
    super('rehearsed');
    this.reverted = reverted;
  }
}

/**
 * @throws ApiError FAILED_PRECONDITION that says why the change cannot be taken back; and as the verb throws that
 *   takes it back.
 */
export async function revertAuditEvent(
  call: Call,
  body: RevertAuditEventRequestJson,
): Promise<RevertAuditEventResponseJson> {
  const request = checkedRequest(body);
  const event = await eventToRevert(call, request);
  const reversal = requireReversal(event);
  try {
    const { answer, afterwards } = await reverted(call, event, reversal, request);
    afterwards?.();
    return { operation: reversal.operation, ...answer };
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
    return { operation: reversal.operation, ...error.reverted.answer };
  }
}

async function reverted(
  call: Call,
  event: Event,
  { definition, operation }: Reversal,
  request: RevertRequest,
): Promise<Reverted> {
  const isNew = operation === 'create';
  const former = parentUid(event.resource);
  const parent = isNew && former !== '' ? await requireSuccessor(committed, group, former) : former;
  const verb = operation === 'block' || operation === 'unblock' ? 'update' : operation;
  const place = isNew ? parent : event.resource;
  const check = (current: Call) => authorize(current, definition, verb, place);
  const attempt = [definition, operation, place] as const;
  return changeAs(call, attempt, check, async (tx, current) => {
    const done = await WAYS[operation]({ tx, call: current, event, definition, request, parent });
    if (request.validateOnly === true) throw new Rehearsed(done);
    return done;
  });
}

interface Asked {
  tx: Transaction;
  call: Call;
  event: Event;
  definition: Reversal['definition'];
  request: RevertRequest;
  parent: string;
}

type Way = (asked: Asked) => Promise<Reverted>;

const WAYS: Readonly<Record<Reversal['operation'], Way>> = {
  update: unedited,

  async create({ tx, call, event, definition, request, parent }) {
    const { secret } = request;
    const { answer, since } = await restore(tx, definition, call, { event, parent, secret });
    const { body } = answer;
    // A check makes no uid that anybody could use.
    const resourceUid = request.validateOnly === true ? '' : String(body['uid']);
    return { answer: { resourceUid, after: body, changedSince: [], since } };
  },

  async delete({ tx, call, event, definition }) {
    const uid = event.resource;
    const row = await remove(tx, definition, call, { uid, ifMatch: null });
    const before = definition.toJson(row, holdsOf(call));
    return { answer: { resourceUid: uid, before, changedSince: [] } };
  },

  block: (asked) => {
    const reason = asked.event.before?.['blockReason'];
    return blocked(asked, blockWith(typeof reason === 'string' ? reason : ''));
  },

  unblock: (asked) => blocked(asked, UNBLOCK),
};

async function blocked(
  { tx, call, event, definition }: Asked,
  block: typeof UNBLOCK,
): Promise<Reverted> {
  const uid = event.resource;
  const rows = await changeBlock(tx, call, uid, block);
  if (rows.before === rows.after) throw alreadyReverted(event);
  const states = differenceOf(definition.toJson(rows.before), definition.toJson(rows.after));
  return { answer: { resourceUid: uid, ...states, changedSince: [] } };
}

async function unedited({ tx, call, event, definition, request }: Asked): Promise<Reverted> {
  const uid = event.resource;
  const row = await tx.get(definition.type, uid);
  if (row === null || !sees(definition, call, row)) throw gone(definition, uid);
  const edit = {
    before: inputIn(definition, event.before),
    after: inputIn(definition, event.after),
  };
  requireOfEdit(request.fields, pathsIn(edit));
  const current: JsonObject = definition.toInput?.(row) ?? {};
  const merged = putBack(current, edit, request.fields);
  const { next, now, former, restored, changedSince, notKept } = merged;
  if (restored.length === 0 || notKept.length > 0) throw nothingLeft(event, merged);
  const secret = secretFields(definition, next, request.secret);
  const keys = Object.keys({ ...now, ...former, ...secret });
  const isNamed = ([key]: [string, unknown]) => keys.includes(key);
  // Also where only the role comes back: the identity may be somebody else by now.
  const isWhole = definition.type === 'RoleBinding';
  const named = isWhole ? next : Object.fromEntries(Object.entries(next).filter(isNamed));
  const all = { ...(await withReferences(tx, call, event, named)), ...secret };
  const body = Object.fromEntries(Object.entries(all).filter(isNamed));
  const updateMask = keys.join(',');
  const rows = await change(tx, definition, call, { uid, body, updateMask, ifMatch: null });
  return {
    answer: { resourceUid: uid, before: now, after: former, changedSince },
    afterwards: () => rulesFor(definition.type).afterUpdate?.(rows),
  };
}

/** @throws ApiError INVALID_ARGUMENT for a field that the update did not change. */
function requireOfEdit(fields: readonly string[] | undefined, paths: readonly string[]): void {
  const foreign = fields?.find((field) => !paths.includes(field));
  if (foreign !== undefined) {
    throw invalidField('fields', `the event did not change ${foreign}`);
  }
}

const alreadyReverted = ({ resource }: Event) =>
  refusal('ALREADY_REVERTED', 'it is as it was before the event', resource);

function nothingLeft(event: Event, { changedSince, notKept }: ReturnType<typeof putBack>) {
  const violation = (type: string, words: string) => (path: string) => ({
    type,
    subject: path,
    description: `${path}: ${words}`,
  });
  const violations = [
    ...notKept.map(violation('NOT_KEPT', 'the former value was too large for the record')),
    ...changedSince
      .filter((path) => !notKept.includes(path))
      .map(violation('CHANGED_SINCE', 'was changed since; name it to put it back')),
  ];
  return violations.length === 0 ? alreadyReverted(event) : failedPrecondition(violations);
}
