'use client';

import type { ListResult } from '#components/resource-table/list-result.ts';
import { type ReactNode, useRef } from 'react';
import { BulkBar, type BulkAction } from '#components/resource-table/bulk-bar.tsx';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { TableFooter } from '#components/resource-table/footer.tsx';
import { TableHead } from '#components/resource-table/head.tsx';
import { ListProblem, NoRows } from '#components/resource-table/no-rows.tsx';
import { type RowActions, TableRows, WaitingRows } from '#components/resource-table/rows.tsx';
import {
  type ListFilter,
  type ScopeOption,
  TableToolbar,
} from '#components/resource-table/toolbar.tsx';
import { useColumns } from '#components/resource-table/use-columns.ts';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { useRefusedToken } from '#components/resource-table/use-refused-token.ts';
import { useRowKeys } from '#components/resource-table/use-row-keys.ts';
import { useSelection } from '#components/resource-table/use-selection.ts';
import type { Download } from '#components/resource-table/view-menu.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { allRowsQuery } from '#lib/client/lists/list-state.ts';
import { searchOf } from '#lib/client/resources/queries.ts';

export interface ResourceTableProps<Row extends object> extends RowActions<Row> {
  /** What the rows are: "Child groups". */
  label: string;
  view: ListView;
  result: ListResult;
  rows: readonly Row[] | undefined;
  /** The same array each time, for what depends on it is kept. */
  columns: readonly ResourceColumn<Row>[];
  /** Where the API lists them, for exports and for calling it oneself: "/iam/v2beta1/groups". */
  collection: string;
  /** Whether nothing can lie further below. */
  isFlat?: boolean;
  /** The same as the list's state has, in words; the group and below where nothing is said. */
  scopes?: readonly ScopeOption[];
  /** By name, where the rows have one. */
  filter?: ListFilter;
  /** Controls of the list's other filters. */
  filters?: ReactNode;
  /** Stands in the place of the table where there are no rows at all. */
  empty: ReactNode;
  /** Files that the server makes of the list, beside those that every list has. */
  downloads?: readonly Download[];
  /** What may be done to several rows at once. */
  bulk?: BulkAction<Row>;
  onEdit?: (id: string) => void;
  onNew?: () => void;
}

const WAITING_ROWS = 12;
const NO_ROWS: never[] = [];

/** A list of the API: ordered, filtered and cut into pages by the server, all of it in the address. */
export function ResourceTable<Row extends object>(props: ResourceTableProps<Row>) {
  const { view, result, rows, idOf } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const columns = useColumns(props.label, props.columns);
  const chosen = useSelection(String(searchOf(allRowsQuery(view.query))), idOf);
  const selection = props.bulk && chosen;
  const toggle = (id: string) => {
    const row = rows?.find((candidate) => idOf(candidate) === id);
    if (row) selection?.set([row], !selection.has(id));
  };
  useRowKeys({
    body,
    filter,
    onEdit: props.onEdit,
    onNew: props.onNew,
    onSelect: props.bulk && toggle,
  });
  useRefusedToken(view, result.error);

  const total = result.data && Number(result.data.totalCount);
  const hasMenu = props.menuOf !== undefined;
  const isNothing = rows?.length === 0 && !result.isPlaceholderData;
  return (
    <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col">
      <TableToolbar
        label={props.label}
        view={view}
        columns={columns}
        collection={props.collection}
        total={total}
        isFlat={props.isFlat}
        scopes={props.scopes}
        filter={props.filter}
        filters={props.filters}
        filterRef={filter}
        downloads={props.downloads}
      />
      {props.bulk && <BulkBar action={props.bulk} selection={chosen} {...props} />}
      {result.error && !rows ? (
        <ListProblem label={props.label} result={result} error={result.error} />
      ) : isNothing ? (
        <NoRows view={view} total={total ?? 0} empty={props.empty} />
      ) : (
        <>
          <div className="flex-1">
            <table
              aria-label={props.label}
              aria-busy={!rows || result.isPlaceholderData}
              className="w-full border-separate border-spacing-0 text-sm max-sm:block sm:table-fixed"
            >
              <TableHead
                view={view}
                columns={columns.shown}
                rows={rows ?? NO_ROWS}
                idOf={idOf}
                selection={selection}
                hasMenu={hasMenu}
              />
              <tbody
                ref={body}
                className={cx(
                  'transition-opacity duration-160 max-sm:block',
                  result.isPlaceholderData && 'opacity-60 delay-150',
                )}
              >
                {rows ? (
                  <TableRows
                    rows={rows}
                    columns={columns.shown}
                    actions={props}
                    selection={selection}
                  />
                ) : (
                  <WaitingRows
                    columns={columns.shown}
                    hasMenu={hasMenu}
                    hasSelection={selection !== undefined}
                    count={WAITING_ROWS}
                  />
                )}
              </tbody>
            </table>
          </div>
          <TableFooter
            view={view}
            rows={rows?.length ?? 0}
            page={result.isPlaceholderData ? undefined : result.data}
            total={total}
          />
        </>
      )}
    </section>
  );
}
