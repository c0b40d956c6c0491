/** The space at both sides of a cell's content. */
const PADDING = 26;

/* The width in px that shows the whole content of a cell. */
function contentWidth(cell: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].map(
    ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
  );
  const hidden = Math.max(...cut);
  return hidden > 0 ? cell.clientWidth + hidden : range.getBoundingClientRect().width + PADDING;
}

/** The width in px at which every cell of a column shows all of its content. */
export function fittingWidth(head: HTMLTableCellElement): number {
  const rows = head.closest('table')?.tBodies[0]?.rows ?? [];
  const cells = [...rows].flatMap((row) => row.cells[head.cellIndex] ?? []);
  const label = head.querySelector<HTMLElement>('[data-label]');
  return Math.ceil(Math.max(label ? contentWidth(label) : 0, ...cells.map(contentWidth)));
}
