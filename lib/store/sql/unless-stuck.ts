/**
 * The result of `work`, unless that waits too long for something other than the database.
 *
 * @param held the longest wait in milliseconds.
 * @throws what `onStuck` makes.
 */
export async function unlessStuck<T>(
  work: Promise<T>,
  held: number,
  onStuck: () => Error,
): Promise<T> {
  const stuck = Promise.withResolvers<never>();
  const timer = setTimeout(() => stuck.reject(onStuck()), held);
  try {
    return await Promise.race([work, stuck.promise]);
  } finally {
    clearTimeout(timer);
  }
}
