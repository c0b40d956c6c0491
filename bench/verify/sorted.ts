/** Compares the store's own lists of whole subtrees with sorting and counting all rows. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { Random } from '../../cli/demo/random.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';

const CASES = 200;
const TYPES: readonly ResourceType[] = ['Group', 'Identity', 'RoleBinding', 'Repo', 'Advisory'];
const LIMIT = 50;

/** @throws Error for the first page or total that differs. */
export async function verifySorted(folder: string, seed: string): Promise<string> {
  const { openDatabase, closeDatabase, committed } = await import('#lib/store/store.ts');
  const { below } = await import('#lib/store/predicates.ts');
  const { cursorOf } = await import('#lib/store/cursors.ts');
  await openDatabase();
  const plain = new Database(join(folder, 'grove.db'), { readonly: true });
  const random = new Random(`sorted ${seed}`);
  const groups = plain.prepare('SELECT "uid" FROM "Group" ORDER BY length("uid"), "uid"').pluck();
  const uids = groups.all() as string[];
  for (let nth = 0; nth < CASES; nth += 1) {
    const type = random.pick(TYPES);
    const orders = RESOURCES.find((resource) => resource.type === type)?.orders ?? {};
    const column = random.pick(Object.values(orders));
    // Larger ones come first, and half of the cases use the largest hundred.
    const uid = random.chance(0.5) ? random.pick(uids.slice(0, 100)) : random.pick(uids);
    const descending = random.chance(0.5);
    const { after, before } = belowRange(uid);
    const where = `"uid" > ? AND "uid" < ?`;
    const count = plain.prepare(`SELECT count(*) FROM "${type}" WHERE ${where}`).pluck();
    const total = count.get(after, before) as number;
    const skip = random.int(0, total);
    const direction = descending ? 'DESC' : 'ASC';
    const sorted = plain.prepare(`SELECT "uid" FROM "${type}" WHERE ${where}
      ORDER BY +"${column}" ${direction}, +"uid" ${direction} LIMIT ${2 * LIMIT} OFFSET ${skip}`);
    const expected = sorted.pluck().all(after, before) as string[];
    const subtrees = [{ uid, withSelf: false }];
    const order = { column, descending };
    const place = { parent: null, subtrees };
    const query = { where: below(uid), place, order, limit: LIMIT };
    const first = await committed.page(type, { ...query, cursor: null, skip });
    const last = first.rows.at(-1);
    const cursor = last === undefined ? null : cursorOf(last, column);
    const second =
      cursor === null ? null : await committed.page(type, { ...query, cursor, skip: 0 });
    const listed = [...first.rows, ...(second?.rows ?? [])].map((row) => row.uid);
    if (first.total !== total || JSON.stringify(listed) !== JSON.stringify(expected)) {
      throw new Error(`${type} below ${uid} by ${column} ${direction} from ${skip} differ`);
    }
  }
  plain.close();
  await closeDatabase();
  return `${CASES} random pages and the ones after them are as sorting all of it gives them`;
}
