/** What a digest says, in words: "12 new critical advisories", "2 keys ending within 7 days". */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import type { DigestLine } from '#lib/mail/digests.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Listed } from './view-rows.ts';

type Filters = RowOf<'SavedView'>['filters'];

const valuesOf = (filters: Filters, name: string): readonly string[] =>
  filters.find(({ parameter }) => parameter === name)?.values ?? [];

/** Words before the noun, and after it. Filters without words are named by the view, which the message names. */
function wordsOf(filters: Filters): { before: string; after: string } {
  const one = (name: string) => valuesOf(filters, name)[0];
  const days = (name: string) => {
    const count = one(name);
    return count === undefined ? undefined : `${count} ${count === '1' ? 'day' : 'days'}`;
  };
  const [ends, unseen] = [days('expires_within_days'), days('unseen_days')];
  const after = [
    ends && `ending within ${ends}`,
    one('seen') === 'false' && 'never seen',
    unseen && `not seen for ${unseen}`,
  ];
  const severities = valuesOf(filters, 'severities').map((name) => name.toLowerCase());
  const before = [severities.join(' or '), one('blocked') === 'true' && 'blocked'];
  return { before: joined(before), after: joined(after) };
}

const joined = (words: readonly (string | false | undefined)[]) => words.filter(Boolean).join(' ');

/** For the subject. */
export function phraseOf(listed: Listed, filters: Filters): string {
  const { total, fresh, definition } = listed;
  const { before, after } = wordsOf(filters);
  const noun = definition.words[total === 1 ? 0 : 1];
  return joined([countsOf(total, fresh), before, noun, after]);
}

function countsOf(total: number, fresh: number | null): string {
  if (fresh === null) return String(total);
  if (fresh === total) return `${total} new`;
  return fresh === 0 ? `${total} changed` : `${fresh} new and ${total - fresh} changed`;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

type Line = (resource: JsonObject) => DigestLine;

const byName: Line = ({ name, uid }) => ({ title: textOf(name) || textOf(uid), detail: '' });

/** What a line has of a resource. Others are named. */
const LINES: Partial<Record<ResourceType, Line>> = {
  Advisory: ({ advisoryId, componentName, artifactName, severity, summary }) => ({
    title: textOf(advisoryId),
    detail: [
      `${textOf(componentName) || 'something'} in ${textOf(artifactName)}`,
      textOf(severity).toLowerCase(),
      textOf(summary),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  }),
  Identity: ({ name, email }) => ({ title: textOf(name), detail: textOf(email) }),
  IdentityKey: ({ name, keyId, expirationTime }) => ({
    title: textOf(name),
    detail: `${textOf(keyId)} · ends ${textOf(expirationTime).slice(0, 10)}`,
  }),
  AuditEvent: ({ type, resource, createTime }) => ({
    title: textOf(type),
    detail: `${textOf(resource)} · ${textOf(createTime).slice(0, 16).replace('T', ' ')} UTC`,
  }),
  RoleBinding: ({ role, identity, uid }) => ({
    title: nameOf(role) || textOf(uid),
    detail: nameOf(identity),
  }),
};

function nameOf(reference: JsonValue | undefined): string {
  const isObject = typeof reference === 'object' && reference !== null && 'name' in reference;
  return isObject ? textOf(reference['name']) : '';
}

export const linesOf = ({ definition, rows }: Listed): DigestLine[] =>
  rows.map((row) => (LINES[definition.type] ?? byName)(definition.toJson(row)));
