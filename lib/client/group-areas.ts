/** Which areas and tabs of a group a person sees. Pure. */
import { type Grants, isGrantedAround } from '#lib/client/access/capabilities.ts';
import {
  GROUP_AREAS,
  GROUP_TABS,
  type GroupArea,
  type GroupTab,
  TAB_CONTENT,
} from '#lib/client/group-tabs.ts';
import type { Counts } from '#lib/client/resources/summary.ts';
import { capabilityOf, entryOf } from '#lib/resources/catalog.ts';

export interface ShownArea {
  id: GroupArea;
  label: string;
  tabs: readonly GroupTab[];
  /** Tabs of which neither the group nor a group below it has anything yet. */
  unused: readonly GroupTab[];
}

export interface GroupView {
  group: string;
  /** Undefined before they have loaded: everything is shown. */
  grants: Grants | undefined;
  /** What the group holds, by collection. A kind without a count is shown. */
  counts: Readonly<Record<string, Counts>> | undefined;
  /** The tab that is open, which is always shown. */
  current: GroupTab | null;
}

const isVisible = (tab: GroupTab, { group, grants, current }: GroupView): boolean =>
  tab === current ||
  grants === undefined ||
  isGrantedAround(grants, group, capabilityOf(TAB_CONTENT[tab].type, 'list'));

function isUnused(tab: GroupTab, { counts, current }: GroupView): boolean {
  const { type, about } = TAB_CONTENT[tab];
  return (
    about !== undefined && tab !== current && counts?.[entryOf(type).collection]?.below === '0'
  );
}

/** The areas with a tab that the person may see. */
export function shownAreas(view: GroupView): ShownArea[] {
  return GROUP_AREAS.flatMap((area) => {
    const visible = GROUP_TABS.filter((tab) => tab.area === area.id)
      .map(({ id }) => id)
      .filter((id) => isVisible(id, view));
    if (visible.length === 0) return [];
    const unused = visible.filter((id) => isUnused(id, view));
    return [{ ...area, tabs: visible.filter((id) => !unused.includes(id)), unused }];
  });
}

/** The tab that an area opens. */
export const firstTab = ({ tabs, unused }: ShownArea): GroupTab =>
  tabs[0] ?? unused[0] ?? 'overview';

export const labelOfTab = (tab: GroupTab): string =>
  GROUP_TABS.find(({ id }) => id === tab)?.label ?? '';
