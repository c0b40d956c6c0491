/**
 * Waits for several pieces of work that run at the same time. A database that is far away answers them in one
 * round trip.
 *
 * @returns their results, once all have ended.
 * @throws what the first of them that failed has thrown, in the order given: as if each had waited for the one before.
 */
export async function inOrder<Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  // Rejects no more, and has the types of the results.
  return Promise.all(work);
}
