import { AREA_WIDTHS, GROUP_TAB_WIDTHS } from '#components/frame/group-tab-widths.ts';
import { useAreas } from '#components/frame/use-areas.ts';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { FoldingTabs } from '#components/ui/page/folding-tabs.tsx';
import { firstTab, labelOfTab, type ShownArea } from '#lib/client/group-areas.ts';
import { type GroupTab, TAB_CONTENT } from '#lib/client/group-tabs.ts';
import { groupPath } from '#lib/client/paths.ts';

/** The areas of a group, and the tabs of the current one if it has several. */
export function GroupNav({ group, tab }: { group: string; tab: GroupTab | null }) {
  const areas = useAreas(group, tab);
  const current = areas.find(({ tabs }) => tab !== null && tabs.includes(tab));
  return (
    <>
      <FoldingTabs
        label="Parts of this group"
        line="area"
        current={current?.id ?? null}
        tabs={areas.map((area) => ({
          id: area.id,
          label: area.label,
          href: groupPath(group, firstTab(area)),
          width: AREA_WIDTHS[area.id],
        }))}
      />
      {current && tab !== null && <AreaTabs group={group} area={current} tab={tab} />}
    </>
  );
}

/** The tabs of an area. What the group has none of yet is in the menu. */
function AreaTabs({ group, area, tab }: { group: string; area: ShownArea; tab: GroupTab }) {
  if (area.tabs.length + area.unused.length < 2) return null;
  return (
    <div className="-mx-4 border-t border-line px-4 py-1 sm:-mx-6 sm:px-6">
      <FoldingTabs
        label={`Parts of ${area.label.toLowerCase()}`}
        line="part"
        current={tab}
        tabs={area.tabs.map((id) => ({
          id,
          label: labelOfTab(id),
          href: groupPath(group, id),
          width: GROUP_TAB_WIDTHS[id],
        }))}
        rest={
          area.unused.length > 0 &&
          area.unused.map((id) => (
            <MenuItem
              key={id}
              id={id}
              href={groupPath(group, id)}
              detail={`${TAB_CONTENT[id].about} None yet.`}
            >
              {labelOfTab(id)}
            </MenuItem>
          ))
        }
      />
    </div>
  );
}
