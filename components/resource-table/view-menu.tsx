'use client';

import {
  Braces,
  FileDown,
  FileSpreadsheet,
  RotateCcw,
  SlidersHorizontal,
  SquareTerminal,
} from 'lucide-react';
import { useState } from 'react';
import { ShownApiCall } from '#components/api-call/api-call.tsx';
import { DENSITIES, useDensity } from '#components/frame/preferences/density.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { ResourceTableModel } from '#components/resource-table/state/use-table.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import {
  Menu,
  MenuChoice,
  MenuChoices,
  MenuItem,
  MenuSeparator,
} from '#components/ui/overlays/menu.tsx';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { later } from '#components/ui/later.tsx';
import type { ExportFormat } from '#lib/client/lists/export.ts';
import { PAGE_SIZES, withView } from '#lib/client/lists/list-state.ts';
import { searchOf } from '#lib/client/resources/queries.ts';

const ExportDialog = later(() => import('#components/resource-table/export-dialog.tsx'));

/** A file that the server makes of the list. */
export interface Download {
  label: string;
  href: string;
  disabledReason: string | false;
}

export interface ViewMenuProps<Row extends object> {
  label: string;
  view: ListView;
  model: ResourceTableModel<Row>;
  collection: string;
  /** The number of rows; the export is disabled without rows. */
  total: number | undefined;
  /** Files that the server makes of the list, besides the exports of every list. */
  downloads?: readonly Download[] | undefined;
}

/** The menu of a list: its columns, density, exports and API call. */
export function ViewMenu<Row extends object>(props: ViewMenuProps<Row>) {
  const { label, view, model, collection, total, downloads = [] } = props;
  const [exporting, setExporting] = useState<ExportFormat | null>(null);
  const [isCalling, setCalling] = useState(false);
  const isPhone = useMedia('(max-width: 639px)');
  const noRows = total === 0 && 'There are no rows';
  return (
    <>
      <IconButton
        label="Export all as CSV"
        icon={FileSpreadsheet}
        variant="secondary"
        disabledReason={noRows}
        onPress={() => setExporting('csv')}
        className="max-sm:hidden"
      />
      <Menu
        label="View and export"
        trigger={
          <IconButton label="View and export" icon={SlidersHorizontal} variant="secondary" />
        }
      >
        {isPhone ? (
          <PhoneChoices view={view} columns={model.shown} />
        ) : (
          <DesktopChoices model={model} />
        )}
        <MenuSeparator />
        {isPhone && (
          <MenuItem
            icon={FileSpreadsheet}
            disabledReason={noRows}
            onAction={() => setExporting('csv')}
          >
            Export all as CSV
          </MenuItem>
        )}
        <MenuItem icon={Braces} disabledReason={noRows} onAction={() => setExporting('json')}>
          Export all as JSON
        </MenuItem>
        {downloads.map((download) => (
          <MenuItem
            key={download.label}
            icon={FileDown}
            disabledReason={noRows || download.disabledReason}
            onAction={() => window.location.assign(download.href)}
          >
            {download.label}
          </MenuItem>
        ))}
        <MenuItem icon={SquareTerminal} onAction={() => setCalling(true)}>
          API call
        </MenuItem>
      </Menu>
      {isCalling && (
        <ShownApiCall
          requests={[{ method: 'GET', path: `${collection}?${searchOf(view.query)}` }]}
          onClose={() => setCalling(false)}
        />
      )}
      {exporting && (
        <ExportDialog
          label={label}
          collection={collection}
          view={view}
          format={exporting}
          onClose={() => setExporting(null)}
        />
      )}
    </>
  );
}

function DesktopChoices<Row extends object>({ model }: { model: ResourceTableModel<Row> }) {
  const [density, setDensity] = useDensity();
  const optional = model.table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <>
      <MenuChoices
        label="Columns"
        options={optional.map(({ id, columnDef }) => ({ id, label: String(columnDef.header) }))}
        values={optional.filter((column) => column.getIsVisible()).map(({ id }) => id)}
        onChange={(ids) =>
          model.table.setColumnVisibility(
            Object.fromEntries(optional.map(({ id }) => [id, ids.includes(id)])),
          )
        }
      />
      {model.isArranged && (
        <MenuItem icon={RotateCcw} onAction={model.reset}>
          Reset columns
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuChoice label="Rows" options={DENSITIES} value={density} onChange={setDensity} />
    </>
  );
}

function PhoneChoices<Row>(props: { view: ListView; columns: readonly ResourceColumn<Row>[] }) {
  const { state, show } = props.view;
  return (
    <>
      <MenuChoice
        label="Order by"
        options={orderOptions(props.columns)}
        value={state.orderBy}
        onChange={(orderBy) => show(withView(state, { orderBy }))}
      />
      <MenuChoice
        label="Rows per page"
        options={PAGE_SIZES.map((size) => ({ id: String(size), label: String(size) }))}
        value={String(state.pageSize)}
        onChange={(size) => show(withView(state, { pageSize: Number(size) }))}
      />
    </>
  );
}

function orderOptions<Row>(columns: readonly ResourceColumn<Row>[]) {
  return columns.flatMap(({ order, header }) =>
    order === undefined
      ? []
      : [
          { id: order, label: `${header}, ascending` },
          { id: `${order} desc`, label: `${header}, descending` },
        ],
  );
}
