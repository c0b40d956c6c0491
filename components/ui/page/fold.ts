/** Computes which tabs fit into a width, as CSS, so that the first paint is right for every window. */

/** The gap between two tabs, in px. */
const TAB_GAP = 3.5;

/** The id and the width of a tab. */
export interface TabWidth {
  id: string;
  /** In px, with the padding, in the weight of a current tab. */
  width: number;
}

export interface Fold {
  /** The smallest width that shows a tab, in px, by its id. The current tab is always shown. */
  from: ReadonlyMap<string, number>;
  /** From this width on, all tabs are shown, without "More"; infinite if that always has something. */
  whole: number;
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
  const whole = isMoreKept ? Infinity : widthOf(tabs);
  const from = new Map<string, number>();
  for (const [index, tab] of tabs.entries()) {
    if (tab.id === current) continue;
    const later = tabs.slice(index + 1).filter(({ id }) => id === current);
    const shown = [...tabs.slice(0, index + 1), ...later, { id: 'more', width: more }];
    from.set(tab.id, Math.min(whole, widthOf(shown)));
  }
  return { from, whole };
}

/** In rem, so that it grows with the letters. */
const rem = (px: number) => `${px / 14}rem`;

/**
 * The rules for a container named `tabs`, with `data-tab` at each tab and at "More": the name of the line, then
 * the id.
 */
export function foldRules({ from, whole }: Fold, line: string): string {
  const hide = (condition: string, id: string) =>
    `@container tabs (${condition}){[data-tab=${line}-${id}]{display:none}}`;
  const hidden = [...from].map(([id, width]) => hide(`width<${rem(width)}`, id));
  if (Number.isFinite(whole)) hidden.push(hide(`width>=${rem(whole)}`, 'more'));
  return hidden.join('');
}
