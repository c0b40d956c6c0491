'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FocusEvent, type FormEvent, type ReactNode, useState } from 'react';
import { previousPage, rememberStep } from '#components/resource-table/state/page-trail.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { controlClass } from '#components/ui/fields/field.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import {
  atPage,
  nextPage,
  PAGE_SIZES,
  pageCount,
  pageNumber,
  rangeText,
  withView,
} from '#lib/client/lists/list-state.ts';
import type { Page } from '#lib/client/resources/queries.ts';
import { numberText } from '#lib/client/counted.ts';

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ id: String(size), label: String(size) }));

export interface FooterProps {
  view: ListView;
  /** The number of rows on the page. */
  rows: number;
  /** The answer for exactly this view; absent while it loads. */
  page: Page | undefined;
  /** The last known number of rows, also while another page loads. */
  total: number | undefined;
  /** Offers rows that others have made. */
  news: ReactNode;
}

/** The numbers of the rows, the size of a page, and the buttons to other pages. */
export function TableFooter({ view, rows, page, total, news }: FooterProps) {
  const { state } = view;
  const forward = () => {
    if (!page?.nextPageToken) return;
    const next = nextPage(state, rows, page.nextPageToken, Date.now());
    rememberStep(state, next);
    view.show(next);
  };
  return (
    <div className="@container sticky print:static -bottom-4 left-0 z-11 -mb-4 flex w-(--place) min-h-12 flex-wrap items-center justify-between gap-x-6 bg-paper text-sm text-ink-2 tabular-nums border-t border-line sm:[box-shadow:1.5rem_0_var(--paper),-1.5rem_0_var(--paper)]">
      <div role="status" className="flex items-center gap-3 pl-2 whitespace-nowrap">
        {total === undefined ? (
          <Skeleton className="h-3 w-24" />
        ) : (
          page && <span>{rangeText(state, rows, total)}</span>
        )}
        {news}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 print:hidden">
        <div className="hidden items-center gap-2 @lg:flex">
          <span aria-hidden>Rows</span>
          <Select
            label="Rows per page"
            hideLabel
            options={SIZE_OPTIONS}
            value={String(state.pageSize)}
            onChange={(size) => view.show(withView(state, { pageSize: Number(size) }))}
            className="w-19 gap-0"
          />
        </div>
        <PageJump
          current={pageNumber(state)}
          pages={total === undefined ? 1 : pageCount(state, total)}
          onPage={(number) => view.show(atPage(state, number))}
        />
        <div className="flex gap-1">
          <IconButton
            label="Previous page"
            icon={ChevronLeft}
            variant="secondary"
            disabledReason={state.skip === 0 && 'This is the first page'}
            onPress={() => view.show(previousPage(state))}
          />
          <IconButton
            label="Next page"
            icon={ChevronRight}
            variant="secondary"
            disabledReason={page ? page.nextPageToken === '' && 'This is the last page' : 'Loading'}
            onPress={forward}
          />
        </div>
      </div>
    </div>
  );
}

/** Opens a page by its number, with `skip` instead of page tokens. */
function PageJump(props: { current: number; pages: number; onPage: (page: number) => void }) {
  const { current, pages } = props;
  const last = Math.max(1, pages);
  const [text, setText] = useState(String(current));
  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    setText(String(current));
  }
  const go = () => {
    const typed = Number.parseInt(text, 10);
    const page = Number.isNaN(typed) ? current : Math.min(Math.max(typed, 1), last);
    setText(String(page));
    if (page !== current) props.onPage(page);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go();
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden>Page</span>
      <input
        aria-label={`Page, of ${last}`}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
        onBlur={go}
        className={`${controlClass} h-8 w-14! px-2 text-right tabular-nums pointer-coarse:h-10`}
      />
      <span>of {numberText(last)}</span>
    </form>
  );
}
