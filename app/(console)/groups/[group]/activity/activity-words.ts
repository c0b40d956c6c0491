/** Audit records in words. */
import { nameIn } from '#lib/client/activity/audit-subjects.ts';
import { type Names, NO_NAMES } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath, parentUid, registrySourcePath, resourcePath } from '#lib/client/paths.ts';
import { isInto } from '#lib/resources/operations.ts';

const NOUNS: Readonly<Record<string, string>> = {
  group: 'Group',
  identity: 'Identity',
  role: 'Role',
  role_binding: 'Role binding',
  identity_provider: 'Identity provider',
  account_association: 'Account association',
  group_invite: 'Invite',
  registry_source: 'Registry source',
};

const VERBS = ['created', 'updated', 'deleted'] as const;

const IMPORTED = { id: 'grove.vulnerabilities.advisory.imported.v1', label: 'Advisories imported' };

const SYNCED = { id: 'grove.registry.registry_source.synced.v1', label: 'Repositories synced' };

/** Every type that is written, for the filter. */
export const ACTIVITY_TYPES = [
  ...Object.entries(NOUNS).flatMap(([noun, label]) =>
    VERBS.filter((verb) => noun !== 'group_invite' || verb !== 'updated').map((verb) => ({
      id: `grove.${noun === 'registry_source' ? 'registry' : 'iam'}.${noun}.${verb}.v1`,
      label: `${label} ${verb}`,
    })),
  ),
  IMPORTED,
  SYNCED,
];

/** "Role binding created", or what it would have been. */
export function activityText({ type, result }: AuditEvent): string {
  const [, , noun = '', verb = ''] = type.split('.');
  const what =
    [IMPORTED, SYNCED].find(({ id }) => id === type)?.label ??
    `${NOUNS[noun] ?? noun.replaceAll('_', ' ')} ${verb.replaceAll('_', ' ')}`;
  return result === 'OK' ? what : `${what}: denied`;
}

/**
 * What the record is about, by the name it had; of what was denied, by the one that it has. Null
 * where that is gone, or out of the caller's sight.
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
  if (name === undefined) return result === 'OK' ? resource : null;
  return operation === 'create' ? `in ${name}` : name;
}

const TABS: Readonly<Record<string, GroupTab>> = {
  identity: 'identities',
  role: 'roles',
  role_binding: 'access',
  identity_provider: 'providers',
};

/** The page of what the record is about, where it has one and is still there. */
export function subjectHref(event: AuditEvent, names: Names = NO_NAMES): string | null {
  const { type, resource, operation, result } = event;
  const isThere = result === 'OK' ? operation !== 'delete' : names.has(resource);
  if (!isThere) return null;
  if (type === IMPORTED.id) return groupPath(resource, 'advisories');
  if (result !== 'OK' && isInto(operation)) return groupPath(resource);
  const noun = type.split('.')[2] ?? '';
  if (noun === 'registry_source') return registrySourcePath(parentUid(resource) ?? '');
  if (noun === 'group') return groupPath(resource);
  const tab = TABS[noun];
  return tab === undefined || parentUid(resource) === null ? null : resourcePath(tab, resource);
}
