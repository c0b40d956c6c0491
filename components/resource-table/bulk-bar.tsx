'use client';

import { Braces, FileDown, FileSpreadsheet, Trash2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { BulkBarProps } from '#components/resource-table/bulk-action.ts';
import { ChooseAll } from '#components/resource-table/choose-all.tsx';
import { counted } from '#components/resource-table/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import type { ExportFormat } from '#lib/client/lists/export.ts';

const BulkDialog = lazy(() => import('#components/resource-table/bulk-dialog.tsx'));

/** What may be done to the rows that are chosen; nothing while there are none. */
export function BulkBar<Row extends object>(props: BulkBarProps<Row>) {
  const { action, selection, idOf, nameOf } = props;
  const [doing, setDoing] = useState<readonly Row[] | null>(null);
  const { rows } = selection;
  const reasons = rows.map(action.missing).filter((reason) => reason !== false);
  return (
    <>
      {rows.length > 0 && (
        <div
          role="group"
          aria-label="Chosen rows"
          className="sticky -top-4 left-0 z-20 mb-2 flex w-(--place) flex-wrap items-center gap-2 rounded border border-line bg-accent-soft py-1 pr-1 pl-3 text-sm max-sm:hidden"
        >
          <p role="status">{counted(rows.length, action.noun)} chosen</p>
          <div className="flex-1">
            <ChooseAll {...props} />
          </div>
          <ExportChosen label={props.label} rows={rows} />
          <Button
            size="sm"
            icon={Trash2}
            disabledReason={
              reasons[0] !== undefined &&
              `${reasons[0]} (${counted(reasons.length, action.noun)} of them)`
            }
            onPress={() => setDoing(rows)}
          >
            {action.verb}
          </Button>
          <Button size="sm" variant="ghost" icon={X} onPress={selection.clear}>
            Clear
          </Button>
        </div>
      )}
      {doing && (
        <Suspense fallback={null}>
          <BulkDialog
            action={action}
            items={doing.map((row) => ({
              id: idOf(row),
              name: nameOf(row),
              run: () => action.run(row),
            }))}
            onDone={(ids) => {
              const done = new Set(ids);
              selection.choose(
                rows.map(idOf).filter((id) => !done.has(id)),
                rows,
              );
              action.onDone();
            }}
            onClose={() => setDoing(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function ExportChosen(props: { label: string; rows: readonly object[] }) {
  const save = async (format: ExportFormat) => {
    const { saveRows } = await import('#components/resource-table/save-file.ts');
    saveRows(props.label, props.rows, format);
    toast(`${props.label} exported`);
  };
  return (
    <Menu
      label="Export chosen rows"
      trigger={
        <Button size="sm" icon={FileDown}>
          Export
        </Button>
      }
    >
      <MenuItem icon={FileSpreadsheet} onAction={() => void save('csv')}>
        As CSV
      </MenuItem>
      <MenuItem icon={Braces} onAction={() => void save('json')}>
        As JSON
      </MenuItem>
    </Menu>
  );
}
