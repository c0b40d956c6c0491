/** Good messages made wrong, by the shape of their operation. */
import type { DescMessage } from '@bufbuild/protobuf';
import { resourceField } from '#lib/transport/methods/services.ts';
import type { Json } from '../../harness.ts';
import type { Ask } from './asks.ts';
import type { Operation } from './operations.ts';
import type { World } from './world.ts';
import { firstText, wrongValues } from './wrong-values.ts';

/** A uid of no resource, below a group that the owner reaches. */
export const absentIn = ({ group }: World) => `${group}/${'f'.repeat(16)}`;

export const STALE = '"999"';

const UID_FIELDS = ['uid', 'parentUid', 'groupUid', 'identityUid'];

export const fieldNames = ({ method }: Operation) =>
  method.input.fields.map(({ jsonName }) => jsonName);
export const isList = ({ verb }: Operation) => verb === 'list';
/** Leaves out what the caller does not see. */
export const leavesOut = (operation: Operation) =>
  isList(operation) ||
  ['ListParentGroups', 'ListOwnAccess', 'ListAccessOffers'].includes(operation.method.name);
export const isUpdate = ({ verb }: Operation) => verb === 'update';
export const hasBody = ({ rest }: Operation) => rest.body !== '';
/** A field of its body is a text. */
export const hasText = (operation: Operation) =>
  hasBody(operation) && firstText(bodyMessage(operation)) !== undefined;
/** Its ETag is in the message. */
export const hasEtag = (operation: Operation) => fieldNames(operation).includes('etag');
export const hasUid = (operation: Operation) =>
  isList(operation) ||
  isUpdate(operation) ||
  fieldNames(operation).some((name) => UID_FIELDS.includes(name));

/** The message with another uid for its resource. */
export function about(uid: string, { operation, message }: Ask): Json {
  const { definition, verb } = operation;
  if (verb === 'list') return { ...message, uidp: { childrenOf: uid } };
  if (verb === 'update' && definition !== undefined) return inResource(operation, message, { uid });
  const given = Object.keys(message).filter((name) => UID_FIELDS.includes(name));
  return { ...message, ...Object.fromEntries(given.map((name) => [name, uid])) };
}

/** The message with more members in its resource. */
function inResource({ definition }: Operation, message: Json, members: Json): Json {
  if (definition === undefined) throw new Error('the message has no resource');
  const field = resourceField(definition);
  return { ...message, [field]: { ...(message[field] as Json), ...members } };
}

/** The message with more members in its REST body. */
export function inBody(operation: Operation, message: Json, members: Json): Json {
  const isWhole = operation.rest.body === '*' || operation.rest.body === '';
  return isWhole ? { ...message, ...members } : inResource(operation, message, members);
}

export function bodyMessage({ method, rest }: Operation): DescMessage {
  const field = method.input.fields.find(({ jsonName }) => jsonName === rest.body);
  return field?.message ?? method.input;
}

export function withText(operation: Operation, message: Json, text: string): Json {
  const field = firstText(bodyMessage(operation));
  if (field === undefined) throw new Error(`${operation.method.name} has no text`);
  return inBody(operation, message, { [field.jsonName]: text });
}

/** With null for each field but the uid. */
export function withNulls(operation: Operation, message: Json): Json {
  const fields = bodyMessage(operation).fields.filter(({ name }) => name !== 'uid');
  return inBody(operation, message, Object.fromEntries(fields.map((it) => [it.jsonName, null])));
}

export const listWith = (members: Json) => (ask: Ask) => ({
  ...ask,
  message: { ...ask.message, ...members },
});

export function withoutMask(message: Json): Json {
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'updateMask'));
}

const PAGING = ['pageSize', 'pageToken', 'skip', 'orderBy'];

/** The message with a value that most filters refuse, and with an invalid uid. */
export function badFilters({ method }: Operation, message: Json): Json {
  const wrong = Object.entries(wrongValues(method.input, 'nonsense'));
  const filters = wrong.filter(([name]) => !PAGING.includes(name));
  return { ...message, ...Object.fromEntries(filters), uidp: { ids: ['nonsense'] } };
}
