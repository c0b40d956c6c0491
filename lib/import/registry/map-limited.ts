/**
 * The results in the order of the items. At most `limit` items are processed at once. Rejects with
 * the first failure.
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let isFailed = false;
  const worker = async () => {
    for (const [at, item] of queue) {
      if (isFailed) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
