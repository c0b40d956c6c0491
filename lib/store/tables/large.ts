/** The columns that may hold much, and how much of them a page may have. */
import type { TableName } from '#lib/resources/rows.ts';

/**
 * Their sum over a page, in bytes. The first row may have more. Hardly any page of real records comes
 * near it, so that nobody who pages by `skip` finds one that ends early.
 */
export const PAGE_BYTES = 4 * 1024 * 1024;

const LARGE: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  Advisory: [
    'artifactName',
    'componentName',
    'componentLocation',
    'summary',
    'author',
    'fixedVersion',
    'severities',
    'aliases',
    'events',
    'origin',
  ],
  AuditEvent: ['before', 'after'],
  IdentityProvider: ['additionalScopes', 'roleRules'],
  RegistrySource: ['caCertificate'],
  Repo: ['readme', 'activeTags', 'bundles', 'aliases'],
  SavedView: ['filters', 'columns'],
  Tag: ['bundles', 'architectures', 'referrers'],
};

/** The columns that count towards PAGE_BYTES. */
export const largeColumns = (type: TableName): readonly string[] => LARGE[type] ?? [];
