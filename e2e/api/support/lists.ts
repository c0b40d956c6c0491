/** Reads lists, and checks the promises of the list of every resource. */
import { nameOrder } from '#lib/resources/name-order.ts';
import { expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import type { Json, TestGrove } from '../harness.ts';
import { badFields, ok } from './answers.ts';

export interface Page {
  items: Json[];
  uids: string[];
  nextPageToken: string;
  totalCount: number;
  skipped: number;
}

export type Query = Record<string, string | number | boolean | readonly (string | number)[]>;

/** `/iam/v2beta1/groups` and its query, arrays as repeated parameters. */
export function listPath(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

export async function list(
  grove: TestGrove,
  path: string,
  query: Query = {},
  token = grove.ownerToken,
): Promise<Page> {
  const body = ok(await grove.get(listPath(path, query), { token }));
  const collection = path.slice(path.lastIndexOf('/') + 1);
  expect(Object.keys(body).sort()).toEqual(
    [collection, 'nextPageToken', 'skipped', 'totalCount'].sort(),
  );
  expect(body['totalCount']).toMatch(/^\d+$/);
  const items = body[collection] as Json[];
  return {
    items,
    uids: items.map(({ uid }) => String(uid)),
    nextPageToken: body['nextPageToken'] as string,
    totalCount: Number(body['totalCount']),
    skipped: body['skipped'] as number,
  };
}

/** Every item, following the page tokens to the end. */
export async function listAll(
  grove: TestGrove,
  path: string,
  query: Query = {},
  token = grove.ownerToken,
): Promise<Json[]> {
  const items: Json[] = [];
  let pageToken = '';
  do {
    const more: Query = pageToken === '' ? {} : { page_token: pageToken };
    const page = await list(grove, path, { ...query, ...more }, token);
    items.push(...page.items);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return items;
}

/** Compares as SQLite and the contract do: numbers by value, texts by code point. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

export type OrderValue = (item: Json) => unknown;

/** The items as `order_by` must return them, ties by uid in the same direction. */
export function sorted(items: readonly Json[], by: OrderValue, descending: boolean): string[] {
  const sign = descending ? -1 : 1;
  return items
    .toSorted((a, b) => sign * (compare(by(a), by(b)) || compare(a['uid'], b['uid'])))
    .map(({ uid }) => String(uid));
}

export const byMember =
  (member: string): OrderValue =>
  (item) =>
    item[member];

/** The order of names, which a unit test holds to its rule. */
export const byName =
  (member = 'name'): OrderValue =>
  (item) =>
    nameOrder(String(item[member]));

/** The sort fields of resources that have both times. */
export const TIME_ORDERS: Record<string, OrderValue> = {
  uid: byMember('uid'),
  created_at: byMember('createTime'),
  create_time: byMember('createTime'),
  updated_at: byMember('updateTime'),
  update_time: byMember('updateTime'),
};

/** Tests each order in both directions, page by page, with skips and as a whole. */
export function testOrders(
  path: string,
  orders: Record<string, OrderValue>,
  query: () => Query = () => ({}),
): void {
  it.each(Object.entries(orders))('orders by %s both ways, page by page', async (field, by) => {
    const everything = await listAll(grove, path, { ...query(), page_size: 200 });
    expect(everything.length).toBeGreaterThan(3);
    for (const direction of ['', ' asc', ' desc']) {
      const expected = sorted(everything, by, direction === ' desc');
      const asked = { ...query(), order_by: field + direction };
      const paged = await listAll(grove, path, { ...asked, page_size: 3 });
      expect(paged.map(({ uid }) => uid)).toEqual(expected);
      const skipped = await list(grove, path, { ...asked, page_size: 2, skip: 2 });
      expect(skipped).toMatchObject({ uids: expected.slice(2, 4), skipped: 2 });
      expect(skipped.totalCount).toBe(everything.length);
    }
  });

  it('orders by nothing else', async () => {
    for (const order of ['nonsense', 'uid,name', 'uid down', 'uid; DROP', '"uid"', 'revision']) {
      const answer = await grove.get(listPath(path, { ...query(), order_by: order }));
      expect(badFields(answer)).toEqual(['order_by']);
    }
  });
}

/** Tests that the list refuses parameters it does not have. */
export function testUnknownParameters(path: string): void {
  it('refuses unknown and repeated parameters, so that no filter is silently dropped', async () => {
    expect(badFields(await grove.get(`${path}?nmae=x&colour=red`))).toEqual(['colour', 'nmae']);
    expect(badFields(await grove.get(`${path}?page_size=1&page_size=2`))).toEqual(['page_size']);
    expect(badFields(await grove.get(`${path}?page_size=1&pageSize=2`))).toEqual(['page_size']);
  });
}
