export const NOT_COPIED = 'Not copied: the browser does not let this page use the clipboard';

/** Copies a text to the clipboard and returns whether that worked. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer no clipboard to pages over plain HTTP, and people may deny access.
    return copySelection(text);
  }
}

/** Copies through a selection, which browsers allow on every page. */
function copySelection(text: string): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) =>
    selection.getRangeAt(index),
  );
  const shown = document.createElement('pre');
  shown.textContent = text;
  shown.className = 'sr-only select-text';
  // Nothing outside an open dialog can be selected.
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  parent.append(shown);
  const copying = new AbortController();
  // Sets plain text only. A copied selection would also have the styles of the page.
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('copy', onCopy, { capture: true, signal: copying.signal });
  try {
    selection.selectAllChildren(shown);
    return document.execCommand('copy');
  } finally {
    copying.abort();
    shown.remove();
    selection.removeAllRanges();
    for (const range of ranges) selection.addRange(range);
  }
}
