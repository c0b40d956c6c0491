import { cx } from '#components/ui/text/cx.ts';

/**
 * The look of a tab, and of a button in a line of tabs. A tab whose page is on its way looks like the current one.
 */
export const tabClass = (isCurrent: boolean): string =>
  cx(
    'flex h-9 items-center border-b-2 px-2 whitespace-nowrap transition-colors duration-120 -outline-offset-2 pointer-coarse:h-10',
    isCurrent
      ? 'border-accent font-medium text-ink group-has-data-pending/tabs:border-transparent group-has-data-pending/tabs:font-normal group-has-data-pending/tabs:text-ink-2 forced-colors:border-[Highlight]'
      : 'border-transparent text-ink-2 hover:text-ink has-data-pending:border-accent has-data-pending:font-medium has-data-pending:text-ink forced-colors:border-b-0 forced-colors:pb-0.5',
  );

/**
 * The look of a tab of the second line, within the current tab of the first one. None is current while the first line opens
 * another one.
 */
export const partClass = (isCurrent: boolean): string =>
  cx(
    'flex h-8 items-center rounded px-2 whitespace-nowrap transition-colors duration-120 -outline-offset-2 pointer-coarse:h-10',
    isCurrent
      ? 'marked bg-accent-soft font-medium text-ink group-has-data-pending/tabs:bg-transparent group-has-data-pending/tabs:font-normal [nav:has([data-pending])~*_&]:bg-transparent [nav:has([data-pending])~*_&]:font-normal'
      : 'text-ink-2 hover:bg-paper-3 hover:text-ink has-data-pending:bg-accent-soft has-data-pending:font-medium has-data-pending:text-ink',
  );
