/** Whether a host of this process has opened Grove. Apart from the rest, which takes time to load. */
import { perProcess } from '#lib/per-process.ts';

const hosted = perProcess('isHosted', () => false);

/** Whether this process serves: its host has opened the database and the jobs. */
export function isHosted(): boolean {
  return hosted.value;
}

export function noteHosted(): void {
  hosted.value = true;
}
