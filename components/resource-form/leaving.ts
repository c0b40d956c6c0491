/** Asks before a page with unsaved input is left, and calls `go` if the person agrees. */
type Guard = (go: () => void) => void;

let current: Guard | null = null;

export function setLeaveGuard(guard: Guard | null): void {
  current = guard;
}

/** Navigates within the console, asking first if unsaved changes would be lost. */
export function leavePage(go: () => void): void {
  if (current === null) go();
  else current(go);
}
