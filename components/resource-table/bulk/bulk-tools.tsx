'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Braces, FileDown, FileSpreadsheet } from 'lucide-react';
import { ChooseAll, type ChooseAllProps } from '#components/resource-table/bulk/choose-all.tsx';
import { placeOf } from '#components/resource-table/list-place.ts';
import { saveRows } from '#components/resource-table/save-file.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import type { ExportFormat } from '#lib/client/lists/export.ts';

export interface BulkToolsProps extends Omit<ChooseAllProps, 'chosen'> {
  /** What the rows are: "Child groups". */
  label: string;
  view: ListView;
  /** The selected rows. */
  rows: readonly object[];
}

/** The tools of every list for selected rows: select all that match, and export. */
export default function BulkTools({ label, view, rows, ...props }: BulkToolsProps) {
  const client = useQueryClient();
  const save = (format: ExportFormat) =>
    saveRows(`${placeOf(client, view)} ${label}`, rows, format).then(
      () => toast(`${label} exported`),
      (error: unknown) =>
        toast({
          title: `${label} not exported`,
          description: problemOf(error).why,
          tone: 'problem',
        }),
    );
  return (
    <>
      <div className="flex-1">
        <ChooseAll {...props} chosen={rows.length} />
      </div>
      <Menu
        label="Export selected rows"
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
    </>
  );
}
