/** Asks before a page is left on which something would be lost; null where nothing would be. */
type Guard = (go: () => void) => void;

const shared = globalThis as typeof globalThis & { groveLeaveGuard?: Guard | null };

export function setLeaveGuard(guard: Guard | null): void {
  shared.groveLeaveGuard = guard;
}

/** Goes elsewhere in the console, or first asks whether unsaved changes may be lost. */
export function leavePage(go: () => void): void {
  if (shared.groveLeaveGuard) shared.groveLeaveGuard(go);
  else go();
}
