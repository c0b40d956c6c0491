'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { TableFooter } from '#components/resource-table/footer.tsx';
import { TableHead } from '#components/resource-table/head.tsx';
import { type RowActions, TableRows, WaitingRows } from '#components/resource-table/rows.tsx';
import { type ListFilter, TableToolbar } from '#components/resource-table/toolbar.tsx';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { useResourceTable } from '#components/resource-table/use-resource-table.ts';
import { useRowKeys } from '#components/resource-table/use-row-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { atPage, isFiltered, pageCount, withoutToken, withView } from '#lib/client/list-state.ts';
import type { Page } from '#lib/client/queries.ts';

/** What of a query's result a table shows; the previous page may stand in while the next one loads. */
export interface ListResult {
  data: Page | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface ResourceTableProps<Row extends object> extends RowActions<Row> {
  /** What the rows are: "Child groups". */
  label: string;
  view: ListView;
  result: ListResult;
  rows: readonly Row[] | undefined;
  /** The same array each time, for what depends on it is kept. */
  columns: readonly ResourceColumn<Row>[];
  idOf: (row: Row) => string;
  /** Whether nothing can lie further below. */
  isFlat?: boolean;
  /** By name, where the rows have one. */
  filter?: ListFilter;
  /** Controls of the list's other filters. */
  filters?: ReactNode;
  /** Stands in the place of the table where there are no rows at all. */
  empty: ReactNode;
  onEdit?: (id: string) => void;
  onNew?: () => void;
}

const WAITING_ROWS = 12;

/** A list of the API: ordered, filtered and cut into pages by the server, all of it in the address. */
export function ResourceTable<Row extends object>(props: ResourceTableProps<Row>) {
  const { view, result, rows } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const total = result.data && Number(result.data.totalCount);
  const table = useResourceTable({ ...props, total: total ?? 0 });
  useRowKeys({ body, filter, onEdit: props.onEdit, onNew: props.onNew });
  useRefusedToken(view, result.error);

  const hasMenu = props.menuOf !== undefined;
  const isNothing = rows?.length === 0 && !result.isPlaceholderData;
  return (
    <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col">
      <TableToolbar
        view={view}
        table={table}
        isFlat={props.isFlat}
        filter={props.filter}
        filters={props.filters}
        filterRef={filter}
      />
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
              <TableHead table={table} hasMenu={hasMenu} />
              <tbody
                ref={body}
                className={cx(
                  'transition-opacity duration-160 max-sm:block',
                  result.isPlaceholderData && 'opacity-60 delay-150',
                )}
              >
                {rows ? (
                  <TableRows table={table} actions={props} />
                ) : (
                  <WaitingRows table={table} hasMenu={hasMenu} count={WAITING_ROWS} />
                )}
              </tbody>
            </table>
          </div>
          <TableFooter
            view={view}
            table={table}
            page={result.isPlaceholderData ? undefined : result.data}
            total={total}
          />
        </>
      )}
    </section>
  );
}

/** A token in a link from somebody else is refused; the page is then found by counting. */
function useRefusedToken(view: ListView, error: Error | null): void {
  const isRefused =
    view.state.pageToken !== '' &&
    error instanceof ApiRequestError &&
    'page_token' in error.violations;
  useEffect(() => {
    if (isRefused) view.show(withoutToken(view.state), { isCorrection: true });
  }, [isRefused, view]);
}

function ListProblem(props: { label: string; result: ListResult; error: Error }) {
  const { error, result } = props;
  if (error instanceof ApiRequestError && error.httpStatus === 403) {
    return (
      <EmptyState title="You may not see this list">
        {error.message}. An owner of the group can grant you a role that allows it.
      </EmptyState>
    );
  }
  return (
    <ErrorPanel
      title={`${props.label} could not be loaded`}
      {...problemOf(error)}
      onRetry={() => void result.refetch()}
      isRetrying={result.isFetching}
    />
  );
}

/** Why there are no rows: past the end, nothing of that name, or nothing at all. */
function NoRows({ view, total, empty }: { view: ListView; total: number; empty: ReactNode }) {
  const { state, show } = view;
  if (total > 0) {
    const last = pageCount(state, total);
    return (
      <EmptyState
        title="This page is past the end"
        action={<Button onPress={() => show(atPage(state, last))}>Go to page {last}</Button>}
      >
        Rows were removed since the address was made.
      </EmptyState>
    );
  }
  if (state.name !== '') {
    return (
      <EmptyState
        title={`Nothing here is named “${state.name}”`}
        action={<Button onPress={() => show(withView(state, { name: '' }))}>Clear filter</Button>}
      >
        The filter compares whole names.
      </EmptyState>
    );
  }
  if (isFiltered(state)) {
    return (
      <EmptyState
        title="Nothing matches these filters"
        action={
          <Button onPress={() => show(withView(state, { filters: {} }))}>Clear filters</Button>
        }
      >
        Every filter narrows the list further.
      </EmptyState>
    );
  }
  return empty;
}
