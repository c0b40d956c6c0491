/** Names for what tests create. */

let count = 100_000;

/** A name that no other thing of the process has: `group 100007`. Names sort as they were made. */
export function newName(kind: string): string {
  count += 1;
  return `${kind} ${count}`;
}
