const PRIMARY_BUTTON = 0;
const MIDDLE_BUTTON = 1;

/* Elements that handle a click themselves. */
const CONTROLS = 'a, button, input, select, textarea, label, summary';

/**
 * A ref for the element around the rows. A click beside the controls of a row opens the row's page,
 * as a click on its link does. The link cannot cover its row, because WebKit does not position elements in
 * a table row (WebKit bug 240961).
 */
export function opensRows(place: HTMLElement | null): () => void {
  place?.addEventListener('click', openRow);
  place?.addEventListener('auxclick', openRow);
  return () => {
    place?.removeEventListener('click', openRow);
    place?.removeEventListener('auxclick', openRow);
  };
}

function openRow(event: MouseEvent): void {
  const { target, button } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS) !== null) return;
  const row = target.closest('[data-row]');
  const link = row?.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!row || !link || hasSelectedText(row)) return;
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (button === MIDDLE_BUTTON || (button === PRIMARY_BUTTON && isModified)) {
    window.open(link.href, '_blank', 'noopener');
  } else if (button === PRIMARY_BUTTON) {
    link.click();
  }
}

/** Whether the click ended a selection of text in the row. */
function hasSelectedText(row: Element): boolean {
  const selection = getSelection();
  return selection?.type === 'Range' && selection.containsNode(row, true);
}
