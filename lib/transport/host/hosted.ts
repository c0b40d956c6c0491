/** Whether a host of this process has opened Grove. Apart from the rest, which takes time to load. */

const shared = globalThis as typeof globalThis & { groveIsHosted?: true };

/** Whether this process serves: its host has opened the database and the jobs. */
export function isHosted(): boolean {
  return shared.groveIsHosted === true;
}

export function noteHosted(): void {
  shared.groveIsHosted = true;
}
