// @module-tag many-runs
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { nameOrder } from '#lib/resources/name-order.ts';
import { naturalOrder } from '#lib/resources/natural-order.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { newGroup } from '../support/people.ts';
import { judge, NAMES } from './paging-model.ts';
import { addRows, changeRow, removeRow } from './rows.ts';
import type { Draw, Places } from './rows.ts';
import { at } from './world.ts';

const few = fc.nat(4);
const draw: fc.Arbitrary<Draw> = fc.record({
  name: fc.constantFrom(...NAMES),
  created: few,
  updated: few,
  rank: few,
});
const change = fc.record({
  kind: fc.constantFrom('add', 'change', 'remove'),
  target: fc.nat(99),
  draw,
});
const scenario = fc.record({
  draws: fc.array(draw, { minLength: 4, maxLength: 12 }),
  descending: fc.boolean(),
  sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
  skip: fc.constantFrom(0, 0, 1, 3),
  changes: fc.array(fc.array(change, { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
});

/** After this number of pages it only reads, because each page may add more rows than it has. */
const CHANGING_TURNS = 30;

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const MEMBERS: Record<string, string> = {
  created_at: 'createTime',
  create_time: 'createTime',
  updated_at: 'updateTime',
  update_time: 'updateTime',
  last_seen_at: 'lastSeenTime',
  expires_at: 'expirationTime',
  advisory_id: 'advisoryId',
  artifact_name: 'artifactName',
};

/** The sort key of an item, as bytes in the same order. */
function keyOf(item: Json, field: string, { orders }: ResourceDefinition): [string, string] {
  const name = String(item[MEMBERS[field] ?? field]);
  if (orders[field]?.endsWith('Order') === true) return [nameOrder(name), String(item['uid'])];
  if (field === 'version') return [naturalOrder(String(item['name'])), String(item['uid'])];
  const value = String(item[MEMBERS[field] ?? field]);
  const rank = SEVERITIES.findIndex((name) => name === value);
  return [field === 'severity' ? String(rank) : value, String(item['uid'])];
}

function compare(a: Json, b: Json, field: string, definition: ResourceDefinition): number {
  const [one, two] = [keyOf(a, field, definition), keyOf(b, field, definition)];
  const texts = one.map((text, index) =>
    Buffer.compare(Buffer.from(text), Buffer.from(two[index] ?? '')),
  );
  return texts[0] === 0 ? (texts[1] ?? 0) : (texts[0] ?? 0);
}

let group: string;

async function page(
  definition: ResourceDefinition,
  query: string,
): Promise<{ items: Json[]; token: string; total: number; skipped: unknown }> {
  const path = `${collectionPath(definition)}?uidp.descendants_of=${group}&${query}`;
  const { status, body, text } = await grove.get(path);
  expect(status, text).toBe(200);
  return {
    items: body[definition.collection] as Json[],
    token: String(body['nextPageToken']),
    total: Number(body['totalCount']),
    skipped: body['skipped'],
  };
}

async function places(): Promise<Places> {
  group = await newGroup(grove, grove.rootUid);
  return { group, repo: group, identity: grove.ownerUid, role: builtInRole('viewer').uid };
}

const uidOf = ({ uid }: Json) => String(uid);

/** The groups that hold the rows, and the event of the group's creation, are listed among them. */
const isRow = (definition: ResourceDefinition, uids: Set<string>) => (item: Json) =>
  !['Group', 'AuditEvent'].includes(definition.type) || uids.has(String(item['uid']));

interface Reading {
  seen: Json[];
  /** Uids of rows that were created, changed or deleted in between. */
  touched: Set<string>;
}

/** Reads page after page while rows are created, moved and deleted in between. */
async function readWhileChanging(
  definition: ResourceDefinition,
  asked: string,
  { sizes, skip, changes }: Scenario,
  apply: (change: Change) => Promise<string[]>,
): Promise<Reading> {
  const reading: Reading = { seen: [], touched: new Set() };
  let token = '';
  for (let turn = 0; turn === 0 || token !== ''; turn += 1) {
    const size = at(sizes, turn);
    const skipping = turn === 0 ? skip : 0;
    const got = await page(
      definition,
      `${asked}&page_size=${size}&skip=${skipping}&page_token=${token}`,
    );
    const all = await page(definition, `${asked}&page_size=200`);
    expect(got.items.length).toBeLessThanOrEqual(size);
    expect(got.items.length === size || got.token === '').toBe(true);
    expect([got.total, got.skipped]).toEqual([all.items.length, skipping]);
    reading.seen.push(...got.items);
    token = got.token;
    if (token === '') break;
    if (turn >= CHANGING_TURNS) continue;
    for (const one of at(changes, turn)) {
      for (const uid of await apply(one)) reading.touched.add(uid);
    }
  }
  return reading;
}

/** Applies changes to a set of rows, of which at least one remains. */
function changer({ type }: ResourceDefinition, uids: Set<string>, where: Places) {
  return async ({ kind, target, draw }: Change): Promise<string[]> => {
    if (kind === 'add') return addRows(type, [draw], where);
    const uid = at([...uids], target);
    if (kind === 'change') await changeRow(type, uid, draw);
    if (kind === 'remove' && uids.size > 1) {
      await removeRow(type, uid);
      uids.delete(uid);
    }
    return [uid];
  };
}

async function verify(
  definition: ResourceDefinition,
  field: string,
  plan: Scenario,
): Promise<void> {
  const where = await places();
  const uids = new Set(await addRows(definition.type, plan.draws, where));
  const asked = `order_by=${field}${plan.descending ? '%20desc' : ''}`;
  const inOrder = (items: Json[]) =>
    items.toSorted((a, b) => (plan.descending ? -1 : 1) * compare(a, b, field, definition));
  const { items: before } = await page(definition, `${asked}&page_size=200`);
  expect(before).toEqual(inOrder(before));
  expect(before.filter(isRow(definition, uids))).toHaveLength(plan.draws.length);

  const apply = changer(definition, uids, where);
  const { seen, touched } = await readWhileChanging(definition, asked, plan, apply);
  expect(seen).toEqual(inOrder(seen));
  const known = new Set(before.map(uidOf));
  const added = seen.map(uidOf).filter((uid) => !known.has(uid));
  const reading = {
    before: before.slice(plan.skip),
    seen,
    touched: new Set([...touched, ...added]),
    moved: new Set([...touched].filter((uid) => known.has(uid))),
    isOver: true,
  };
  const { steady, expected, twice } = judge(reading, uidOf);
  expect(steady).toEqual(expected);
  expect(twice).toBe(0);
}

describe.each(RESOURCES.map((resource) => [resource.collection, resource] as const))(
  '%s',
  (_, definition) => {
    const orders = Object.keys(definition.orders);

    it.each(orders)('by %s are each on one page, whatever happens in between', async (field) => {
      await fc.assert(
        fc.asyncProperty(scenario, (plan) => verify(definition, field, plan)),
        randomly(1),
      );
    });
  },
);
