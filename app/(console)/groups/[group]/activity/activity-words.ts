/** Audit events in words. */
import { nameIn, type Names, NO_NAMES } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import {
  auditNoun,
  capitalized,
  entryOf,
  RESOURCE_TYPES,
  type ResourceType,
} from '#lib/resources/catalog.ts';
import {
  CODE,
  EXPORTED,
  IMPORTED,
  OF_ACCESS,
  RESET,
  RESET_LINK,
  RESTORE,
  REVOKED,
  SPECIAL_TYPES,
  SYNCED,
} from '#lib/resources/event-types.ts';
import { isInto, PAST } from '#lib/resources/operations.ts';
import type { UnmetType } from '#lib/resources/policy.ts';
import { counted } from '#lib/client/counted.ts';

const TYPE_OF_NOUN: ReadonlyMap<string, ResourceType> = new Map(
  RESOURCE_TYPES.map((type) => [auditNoun(type), type]),
);

const RESULTS: ReadonlyMap<string, string> = new Map([
  ['OK', 'Done'],
  ['UNAUTHENTICATED', 'Failed'],
  ['RESOURCE_EXHAUSTED', 'Throttled'],
]);

/** The unmet conditions of a policy, in words. */
const WORDS: Readonly<Record<UnmetType, string>> = {
  NETWORK_NOT_ALLOWED: 'network not allowed',
  PASSWORD_NOT_ALLOWED: 'password not allowed',
  SESSION_TOO_OLD: 'session too old',
  SECOND_FACTOR_REQUIRED: 'no second factor',
  PASSKEY_REQUIRED: 'no passkey',
};

const MISSING: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/** Every result, for the filter. */
export const ACTIVITY_RESULTS = [
  ['OK', 'Done'],
  ['PERMISSION_DENIED', 'No permission'],
  ...[...MISSING].map(([id, missing]) => [id, capitalized(missing)] as const),
  ['UNAUTHENTICATED', 'Failed'],
  ['RESOURCE_EXHAUSTED', 'Throttled'],
].map(([id = '', label = '']) => ({ id, label }));

const resultWord = (result: string): string => RESULTS.get(result) ?? 'Denied';

/** The outcome, with a count where attempts were joined. */
export function resultText(event: AuditEvent): string {
  const { result, count = 1 } = event;
  const word = isFailedSync(event) ? 'Failed' : resultWord(result);
  return count > 1 ? `${word} ${counted(count, ['time', 'times'])}` : word;
}

/** Whether the sync failed. The result of its event is OK, because the caller was allowed to start it. */
const isFailedSync = ({ type, after }: AuditEvent): boolean =>
  type === SYNCED.id && after?.['outcome'] === 'FAILED';

/** Whether the requested change took effect. */
export const isDone = (event: AuditEvent): boolean => event.result === 'OK' && !isFailedSync(event);

/** An event may name a resource type that this version does not know. */
function nounText(noun: string): string {
  const type = TYPE_OF_NOUN.get(noun);
  return type === undefined ? noun.replaceAll('_', ' ') : capitalized(entryOf(type).words[0]);
}

/** "Role binding created", or the attempt to create one. */
export function activityText(event: AuditEvent): string {
  const { type, result } = event;
  if (isFailedSync(event)) return 'Sync of repositories: failed';
  const [, , noun = '', verb = ''] = type.split('.');
  const what =
    SPECIAL_TYPES.find(({ id }) => id === type)?.label ??
    `${nounText(noun)} ${verb === PAST[RESTORE] ? 'put back' : verb.replaceAll('_', ' ')}`;
  if (result === 'OK') return what;
  const missing = MISSING.get(result);
  const word = resultWord(result).toLowerCase();
  return missing === undefined ? `${what}: ${word}` : `${what}: ${word}, ${missing}`;
}

/**
 * The name of the event's resource: the name at the time, or the current one for a denied attempt.
 * Null if the resource is gone or the caller cannot see it.
 */
export function subjectText(event: AuditEvent, names: Names = NO_NAMES): string | null {
  const { before, after, resource, operation, result } = event;
  const value = after ?? before;
  if (typeof value?.['created'] === 'number') {
    return `${value['created']} created, ${String(value['updated'])} updated`;
  }
  const own = value && nameIn(value);
  if (own !== undefined) return own;
  const name = names.get(resource);
  if (result === 'OK') return name ?? resource;
  if (name === undefined) return null;
  return operation === 'create' || operation === 'list' ? `in ${name}` : name;
}

/** The page of the event's resource, if it has one and still exists. */
export function subjectHref(event: AuditEvent, names: Names = NO_NAMES): string | null {
  const { type, operation, result } = event;
  // What came back has another uid.
  const again = operation === RESTORE ? event.after?.['uid'] : undefined;
  const resource = typeof again === 'string' ? again : event.resource;
  const isThere = result === 'OK' ? operation !== 'delete' : names.has(resource);
  if (!isThere) return null;
  if (type === IMPORTED.id || type === EXPORTED.id) return groupPath(resource, 'advisories');
  if (result !== 'OK' && isInto(operation)) return groupPath(resource);
  const isOfIdentity = [RESET_LINK, RESET, REVOKED, CODE, ...OF_ACCESS].some(
    ({ id }) => id === type,
  );
  const subject = isOfIdentity ? 'Identity' : TYPE_OF_NOUN.get(type.split('.')[2] ?? '');
  if (subject === undefined || !CONSOLE_ROUTES[subject].isOwn) return null;
  const isBuiltIn = subject !== 'Group' && parentUid(resource) === null;
  return isBuiltIn ? null : CONSOLE_ROUTES[subject].path(resource);
}
