/** Browsers offer no clipboard to pages over plain HTTP, and people may deny access. */
export const NOT_COPIED = 'Not copied: the browser does not let this page use the clipboard';

/** Copies a text to the clipboard and returns whether that worked. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
