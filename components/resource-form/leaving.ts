/** Asks before leaving a page with unsaved input; null if nothing would be lost. */
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
