/** Computes which tabs fit into a width, as CSS, so that the first paint is right for every window. */

/** The gap between two tabs, in px. */
const TAB_GAP = 3.5;

/** The id and the width of a tab. */
export interface TabWidth {
  id: string;
  /** In px, with the padding, in the weight of a current tab. */
  width: number;
  /** The same with a shorter label, for lines where not all tabs fit with the other one. */
  shortWidth?: number;
}

export interface Fold {
  /** The smallest width that shows a tab, in px, by its id. The current tab is always shown. */
  from: ReadonlyMap<string, number>;
  /** From this width on, all tabs are shown, without "More"; infinite if that always has something. */
  whole: number;
  /** From this width on, all tabs have their long labels. */
  long: number;
}

const widthOf = (tabs: readonly TabWidth[]): number =>
  tabs.reduce((sum, { width }) => sum + width + TAB_GAP, -TAB_GAP);

/**
 * @param more the width of the button "More".
 * @param isMoreKept whether "More" has something even if all tabs are shown.
 */
export function foldTabs(
  tabs: readonly TabWidth[],
  current: string | null,
  more: number,
  isMoreKept = false,
): Fold {
  const last = { id: 'more', width: more };
  const short = tabs.map(({ id, width, shortWidth = width }) => ({ id, width: shortWidth }));
  const whole = isMoreKept ? Number.POSITIVE_INFINITY : widthOf(short);
  const from = new Map<string, number>();
  for (const [index, tab] of short.entries()) {
    if (tab.id === current) continue;
    const later = short.slice(index + 1).filter(({ id }) => id === current);
    from.set(tab.id, Math.min(whole, widthOf([...short.slice(0, index + 1), ...later, last])));
  }
  return { from, whole, long: widthOf(isMoreKept ? [...tabs, last] : tabs) };
}

/** In rem, so that it grows with the letters. */
const rem = (px: number) => `${px / 14}rem`;

/**
 * The rules for a container named `tabs`, with `data-tab` at each tab and at "More": the name of the line, then
 * the id. The labels have `data-long` and `data-short`.
 */
export function foldRules({ from, whole, long }: Fold, line: string): string {
  const at = (condition: string, selector: string, rule = 'display:none') =>
    `@container tabs (${condition}){${selector}{${rule}}}`;
  const tab = (id: string) => `[data-tab=${line}-${id}]`;
  const hidden = [...from].map(([id, width]) => at(`width<${rem(width)}`, tab(id)));
  const tabs = `[data-tab^=${line}-]`;
  return [
    ...hidden,
    ...(Number.isFinite(whole) ? [at(`width>=${rem(whole)}`, tab('more'))] : []),
    at(`width<${rem(long)}`, `${tabs} [data-long]`),
    at(`width>=${rem(long)}`, `${tabs} [data-short]`),
    at(`width<${rem(long)}`, `${tabs} [data-fits]`, 'width:var(--short)'),
  ].join('');
}
