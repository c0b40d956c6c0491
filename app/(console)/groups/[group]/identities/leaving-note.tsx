/** Which way is the one when a person leaves: blocking is at once, in one request, and deletes nothing. */
export function LeavingNote() {
  return (
    <p className="text-ink-2">
      Somebody leaves? Block them: sessions, tokens, keys and roles stop at once, the record keeps
      who they were, and it can be undone.
    </p>
  );
}
