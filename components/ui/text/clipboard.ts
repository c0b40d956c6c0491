/** Browsers offer no clipboard to a page that came over plain HTTP, and people may forbid it. */
export const NOT_COPIED = 'Not copied: the browser keeps the clipboard from this page';

/** Puts a text on the clipboard and tells whether that worked. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
