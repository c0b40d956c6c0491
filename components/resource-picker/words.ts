import type { PickerOption } from '#components/resource-picker/options.tsx';
import type { PickerResource, PickerRows } from '#components/resource-picker/sources.ts';
import { ownPart } from '#lib/client/lists/look-alikes.ts';
import { parentUid } from '#lib/client/paths.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

export const PLURALS: Record<PickerResource, string> = {
  identities: 'identities',
  roles: 'roles',
  groups: 'groups',
  things: 'resources',
};

/** The e-mail address of an identity, or the subject that it matches. */
const identityText = ({ email, claimMatch }: Identity): string =>
  email ?? claimMatch.subject ?? claimMatch.subjectPattern ?? '';

function ownText(row: PickerRows[PickerResource]): string {
  if ('kind' in row) return row.kind;
  return 'claimMatch' in row ? identityText(row) : row.description;
}

/** What a search finds a row by. */
export const textsOf = (row: PickerRows[PickerResource]): readonly string[] =>
  'claimMatch' in row ? [row.name, identityText(row)] : [row.name];

/**
 * A row as an option: its name, its detail, and the group that holds it.
 *
 * @param alike the uids of the resources whose names look like another one's.
 * @param marks what tells root groups of one name apart.
 */
export function optionOf(
  row: PickerRows[PickerResource],
  holders: ReadonlyMap<string, string>,
  alike: ReadonlySet<string>,
  marks: ReadonlyMap<string, string>,
): PickerOption {
  const holder = holders.get(parentUid(row.uid) ?? '');
  const own = ownText(row);
  const parts = [
    holder && `in ${holder}`,
    own !== row.name && own,
    marks.get(row.uid) ?? (alike.has(row.uid) && ownPart(row.uid)),
  ];
  const detail = parts.filter(Boolean).join(' · ');
  return { uid: row.uid, name: row.name, detail };
}
