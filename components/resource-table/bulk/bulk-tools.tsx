'use client';

import { Braces, FileDown, FileSpreadsheet } from 'lucide-react';
import { ChooseAll, type ChooseAllProps } from '#components/resource-table/bulk/choose-all.tsx';
import { saveRows } from '#components/resource-table/save-file.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import type { ExportFormat } from '#lib/client/lists/export.ts';

export interface BulkToolsProps extends Omit<ChooseAllProps, 'chosen'> {
  /** What the rows are: "Child groups". */
  label: string;
  /** The rows that are chosen. */
  rows: readonly object[];
}

/** What every list can do with chosen rows: choose all that match, and export them. */
export default function BulkTools({ label, rows, ...props }: BulkToolsProps) {
  const save = (format: ExportFormat) => {
    saveRows(label, rows, format);
    toast(`${label} exported`);
  };
  return (
    <>
      <div className="flex-1">
        <ChooseAll {...props} chosen={rows.length} />
      </div>
      <Menu
        label="Export chosen rows"
        trigger={
          <Button size="sm" icon={FileDown}>
            Export
          </Button>
        }
      >
        <MenuItem icon={FileSpreadsheet} onAction={() => save('csv')}>
          As CSV
        </MenuItem>
        <MenuItem icon={Braces} onAction={() => save('json')}>
          As JSON
        </MenuItem>
      </Menu>
    </>
  );
}
