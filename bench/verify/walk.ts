/** One list, read page by page over HTTP, and compared with the expected rows. */
import type { Api } from './api.ts';
import { pathOf } from './expected.ts';
import type { Question } from './expected.ts';
import type { Caller, World } from './world.ts';

export interface Page {
  uids: string[];
  token: string;
  total: number;
  skipped: unknown;
}

export function nameOf(question: Question, caller: Caller): string {
  return `GET ${pathOf(question)} as ${caller.name}`;
}

/** @throws Error if the response is not as expected. */
export function same(what: string, given: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(given), JSON.stringify(expected)];
  if (left === right) return;
  const at = [...left].findIndex((letter, index) => letter !== right[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  throw new Error(`${what}: got …${around(left)}… instead of …${around(right)}…`);
}

export async function readPage(
  api: Api,
  question: Question,
  caller: Caller,
  { size, skip, token }: { size: number; skip: number; token: string },
): Promise<Page> {
  const { definition } = question;
  const paging = `&page_size=${size}&skip=${skip}&page_token=${token}`;
  const body = await api.done('GET', pathOf(question) + paging, caller.token);
  return {
    uids: (body[definition.collection] as { uid: string }[]).map(({ uid }) => uid),
    token: String(body['nextPageToken']),
    total: Number(body['totalCount']),
    skipped: body['skipped'],
  };
}

/** The number of rows per page, and the number to skip before it. */
export type Plan = readonly { size: number; skip: number }[];

/** Without changes in between, checks that every page is exactly the next part of the sorted whole. */
export async function walk(
  world: World,
  question: Question,
  caller: Caller,
  plan: Plan,
  api = world.api,
): Promise<number> {
  const [first] = plan;
  const start = first?.skip ?? 0;
  const total = world.expected.total(question, caller.identities);
  const limit = plan.reduce((sum, { size, skip }) => sum + size + skip, -start);
  const uids = world.expected.uids(question, caller.identities, { skip: start, limit });
  let [at, token] = [-start, ''];
  for (const [index, { size, skip }] of plan.entries()) {
    const page = await readPage(api, question, caller, { size, skip, token });
    at += skip;
    const isLast = start + at + size >= total;
    same(
      `${nameOf(question, caller)}, page ${index + 1} of ${JSON.stringify(plan)}`,
      [page.total, page.skipped, page.token === '', page.uids],
      [total, skip, isLast, uids.slice(at, at + size)],
    );
    at += size;
    token = page.token;
    if (token === '') break;
  }
  return Math.min(total, start + at);
}
