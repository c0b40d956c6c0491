/** Asks before a page with unsaved input is left, and calls `go` if the person agrees. */
type Guard = (go: () => void) => void;

const shared = globalThis as typeof globalThis & { groveLeaveGuard?: Guard | null };

export function setLeaveGuard(guard: Guard | null): void {
  shared.groveLeaveGuard = guard;
}

/** Navigates within the console, asking first if unsaved changes would be lost. */
export function leavePage(go: () => void): void {
  if (shared.groveLeaveGuard) shared.groveLeaveGuard(go);
  else go();
}
