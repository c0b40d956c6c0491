import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { firstIn } from '#lib/client/paths.ts';
import type { Group } from '#lib/client/resources/queries.ts';
import type { Identity, Role } from '#lib/client/resources/resources.ts';
import { type Thing, type ThingList, thingLists } from '#lib/client/resources/things.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';

/** The collections to pick from. */
export interface PickerRows {
  identities: Identity;
  roles: Role;
  groups: Group;
  /** Resources of any kind. */
  things: Thing;
}

export type PickerResource = keyof PickerRows;

const TYPES: Readonly<Record<Exclude<PickerResource, 'things'>, ResourceType>> = {
  identities: 'Identity',
  roles: 'Role',
  groups: 'Group',
};

/** Which resources are offered; by default all that the caller may see. */
export interface PickerScope {
  /** Directly in this group. */
  childrenOf?: string;
  /** Anywhere below this group. */
  descendantsOf?: string;
  /**
   * Roles only: those that can be bound in this group, which are its own, those of the groups above
   * and the built-in ones.
   */
  bindableAt?: string;
}

const PAGE_SIZE = 50;

const BUILT_IN_UIDS = BUILT_IN_ROLES.map(({ uid }) => uid);

function filters({ bindableAt, ...scope }: PickerScope): Record<string, string | string[]>[] {
  if (bindableAt !== undefined) {
    return [{ 'uidp.ids': BUILT_IN_UIDS }, { 'uidp.ancestors_of': firstIn(bindableAt) }];
  }
  return [
    {
      ...(scope.childrenOf !== undefined && { 'uidp.children_of': scope.childrenOf }),
      ...(scope.descendantsOf !== undefined && { 'uidp.descendants_of': scope.descendantsOf }),
    },
  ];
}

/** The lists that together return the options for the typed text. */
export function pickerLists(
  resource: PickerResource,
  scope: PickerScope,
  text: string,
): readonly ThingList[] {
  if (resource === 'things') return thingLists(text);
  return filters(scope).map((filter) => ({
    type: TYPES[resource],
    query: {
      ...filter,
      ...(text !== '' && { query: text }),
      order_by: 'name',
      page_size: String(PAGE_SIZE),
    },
  }));
}
