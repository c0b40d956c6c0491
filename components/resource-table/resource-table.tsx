'use client';

import type { ListResult } from '#components/resource-table/state/list-result.ts';
import { type ReactNode, useMemo, useRef } from 'react';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import type { BulkAction } from '#components/resource-table/bulk/bulk-action.ts';
import { BulkBar } from '#components/resource-table/bulk/bulk-bar.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { TableFooter } from '#components/resource-table/footer.tsx';
import { TableHead } from '#components/resource-table/head.tsx';
import { ListProblem, NoRows } from '#components/resource-table/rows/no-rows.tsx';
import { opensRows } from '#components/resource-table/rows/open-row.ts';
import { type RowActions, TableRows, WaitingRows } from '#components/resource-table/rows/rows.tsx';
import { type ScopeOption, TableToolbar } from '#components/resource-table/toolbar.tsx';
import {
  tableStyle,
  usePins,
  useTableWidth,
} from '#components/resource-table/columns/table-width.ts';
import { useGridKeys } from '#components/resource-table/rows/use-grid-keys.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { useRefusedToken } from '#components/resource-table/state/use-refused-token.ts';
import { useRowKeys } from '#components/resource-table/rows/use-row-keys.ts';
import { useSelection } from '#components/resource-table/bulk/use-selection.ts';
import { useResourceTable } from '#components/resource-table/state/use-table.ts';
import type { Download } from '#components/resource-table/view-menu.tsx';
import { later, LIVE_AFTER_MS } from '#components/ui/later.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { allRowsQuery } from '#lib/client/lists/list-state.ts';
import { searchOf } from '#lib/client/resources/queries.ts';

export interface ResourceTableProps<Row extends object> extends RowActions<Row> {
  /** What the rows are: "Child groups". */
  label: string;
  view: ListView;
  result: ListResult;
  rows: readonly Row[] | undefined;
  /** The same array in each render, because memoized values depend on it. */
  columns: readonly ResourceColumn<Row>[];
  /** The path of the collection, for exports and API calls: "/iam/v2beta1/groups". */
  collection: string;
  /** Whether the groups below cannot have such rows. */
  isFlat?: boolean;
  /** The scopes of the list's state, in words; by default the group, and the group and below. */
  scopes?: readonly ScopeOption[];
  /** Normalizes a searched name as the server does. */
  namesAs?: (name: string) => string;
  /** Replaces the table if there are no rows at all. */
  empty: ReactNode;
  /** Files that the server makes of the list, besides the exports of every list. */
  downloads?: readonly Download[];
  /** The action on several rows at once. */
  bulk?: BulkAction<Row>;
  otherBulk?: readonly BulkAction<Row>[];
  onEdit?: (id: string) => void;
  onNew?: () => void;
}

const RowNews = later(() => import('#components/resource-table/rows/row-news.tsx'), LIVE_AFTER_MS);

const WAITING_ROWS = 12;
const NO_ROWS: never[] = [];

/** A list of the API. The server orders, filters and divides it into pages, by the state in the address. */
export function ResourceTable<Row extends object>(props: ResourceTableProps<Row>) {
  const { view, result, rows, idOf } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const total = result.data && Number(result.data.totalCount);
  const selection = useSelection(String(searchOf(allRowsQuery(view.query))), idOf);
  const model = useResourceTable({
    label: props.label,
    columns: props.columns,
    rows: rows ?? NO_ROWS,
    idOf,
    view,
    selection,
  });
  const { table } = model;
  const hasMenu = props.menuOf !== undefined;
  const hasChecks = props.bulk !== undefined;
  const width = useTableWidth(place, table, {
    shown: model.shown,
    hasChecks,
    hasMenu,
    isArranged: model.isArranged,
  });
  const fitting = width.fitting.join(' ');
  const shown = useMemo(
    () => model.shown.filter(({ id }) => fitting.split(' ').includes(id)),
    [model.shown, fitting],
  );
  const pins = usePins(table, width);
  const gridProps = useGridKeys(hasMenu, grid);
  useRowKeys({
    body,
    search,
    onEdit: props.onEdit,
    onNew: props.onNew,
    onSelect: props.bulk && ((id) => table.getRow(id).toggleSelected()),
  });
  useRefusedToken(view, result.error);
  const isNothing = rows?.length === 0 && !result.isPlaceholderData;
  const isShown = !isNothing && !(result.error && !rows);
  return (
    <section
      aria-label={props.label}
      style={tableStyle(table, width, pins)}
      className="flex min-h-0 flex-1 flex-col sm:min-w-(--least)"
    >
      <div ref={place} className="sticky left-0 w-(--place)">
        <TableToolbar
          label={props.label}
          view={view}
          model={model}
          collection={props.collection}
          total={total}
          isFlat={props.isFlat}
          scopes={props.scopes}
          namesAs={props.namesAs}
          searchRef={search}
          columnIds={props.columns.map(({ id }) => id)}
          downloads={props.downloads}
        />
      </div>
      {result.error && !rows ? (
        <ListProblem label={props.label} result={result} error={result.error} />
      ) : isNothing ? (
        <NoRows
          view={view}
          collection={props.collection}
          total={total ?? 0}
          readAt={result.dataUpdatedAt}
          empty={props.empty}
        />
      ) : (
        <>
          {result.error && (
            <QueryProblem
              title={`${props.label}: the rows may be out of date`}
              query={result}
              className="sticky left-0 mb-2 w-(--place)"
            />
          )}
          {/* The bar of selected rows covers the end of the table. */}
          <div
            ref={opensRows}
            className={cx('flex-1', selection.rows.length > 0 && 'pb-12 max-sm:pb-24')}
          >
            <table
              ref={grid}
              {...gridProps}
              aria-label={props.label}
              aria-busy={!rows || result.isPlaceholderData}
              data-selecting={selection.rows.length > 0 || undefined}
              className={cx(
                'group/rows w-full border-separate border-spacing-0 text-sm max-sm:block sm:table-fixed',
                !width.isFlexible && 'sm:w-(--least)',
              )}
            >
              <TableHead
                table={table}
                shown={shown}
                width={width}
                pins={pins}
                hasRows={Boolean(rows?.length)}
                hasChecks={hasChecks}
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
                    table={table}
                    columns={shown}
                    actions={props}
                    pins={pins}
                    hasChecks={hasChecks}
                  />
                ) : (
                  <WaitingRows
                    columns={shown}
                    hasMenu={hasMenu}
                    hasChecks={hasChecks}
                    count={WAITING_ROWS}
                  />
                )}
              </tbody>
            </table>
          </div>
        </>
      )}
      {props.bulk && (
        <BulkBar
          {...props}
          action={props.bulk}
          selection={selection}
          page={rows ?? NO_ROWS}
          total={total}
        />
      )}
      {isShown && (
        <TableFooter
          view={view}
          rows={rows?.length ?? 0}
          page={result.isPlaceholderData ? undefined : result.data}
          total={total}
          news={
            <RowNews collection={props.collection} query={view.query} onShow={result.refetch} />
          }
        />
      )}
    </section>
  );
}
