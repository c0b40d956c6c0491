/** Clients of a cluster behind a proxy, which remember the acknowledged writes. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { SERVER_HEADER } from '../../support/haproxy.ts';

const GROUPS = '/iam/v2beta1/groups';

/** The longest that any request may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The pause between two requests in ms, so that a restarting process gets its share of the machine. */
const PAUSE_MS = 20;

/** The statuses after which a request may be repeated: those of Grove, and of a proxy without its server. */
const PASSING = [502, 503, 504];

export interface Seen {
  /** The name of each acknowledged write by the request that made it. */
  acknowledged: Map<string, string>;
  /** The names of all attempted writes. */
  tried: Set<string>;
  /** The violations of a promise, in words. */
  faults: string[];
  reads: number;
  /** The servers that have answered since the set was last emptied. */
  answering: Set<string>;
}

export const newSeen = (): Seen => ({
  acknowledged: new Map(),
  tried: new Set(),
  faults: [],
  reads: 0,
  answering: new Set(),
});

/** Resolves once more was written and read and this number of servers answered, or at a fault. */
export async function goesOn(seen: Seen, servers: number): Promise<void> {
  const [writes, reads] = [seen.acknowledged.size + 10, seen.reads + 10];
  seen.answering.clear();
  while (
    (seen.acknowledged.size < writes || seen.reads < reads || seen.answering.size < servers) &&
    seen.faults.length === 0
  ) {
    await wait(20);
  }
}

/** @param names the names of the groups that exist in the end. */
export function expectKept(seen: Seen, names: readonly string[]): void {
  expect(new Set(names).size).toBe(names.length);
  expect([...seen.acknowledged.values()].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !seen.tried.has(name))).toEqual([]);
}

export interface Caller {
  /** `http://127.0.0.1:PORT` */
  url: string;
  token: string;
}

export interface Reply {
  /** The HTTP status; 0 if the connection broke. */
  status: number;
  headers: Headers;
  body: string;
}

/** @throws Error if there is no answer in time. */
export async function ask(
  { url, token }: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(url + path, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    if (signal.aborted) throw new Error(`${method} ${path} hangs`, { cause: error });
    return { status: 0, headers: new Headers(), body: '' };
  }
}

const isPassing = ({ status }: Reply) => status === 0 || PASSING.includes(status);

let count = 0;

/** Creates groups, and gets and lists each at once, until `over`. */
export async function writeGroups(
  caller: Caller,
  rootUid: string,
  seen: Seen,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const name = `in the cluster ${(count += 1)}`;
    seen.tried.add(name);
    try {
      const reply = await ask(caller, 'POST', `${GROUPS}/${rootUid}`, { name });
      if (reply.status === 200) {
        seen.acknowledged.set(String(reply.headers.get('x-request-id')), name);
        const { uid } = JSON.parse(reply.body) as { uid: string };
        // Half of the time the other server answers.
        for (const path of [`${GROUPS}/${uid}`, `${GROUPS}?uidp.ids=${uid}`]) {
          const read = await ask(caller, 'GET', path);
          const isThere = read.status === 200 && read.body.includes(name);
          if (!isThere && !isPassing(read)) {
            seen.faults.push(`${name} was read as ${read.status} ${read.body}`);
          }
        }
      } else if (!isPassing(reply)) {
        seen.faults.push(`${name} was answered with ${reply.status} ${reply.body}`);
      }
    } catch (error) {
      seen.faults.push(String(error));
    }
    await wait(PAUSE_MS);
  }
}

/** Lists groups, until `over`. */
export async function readGroups(caller: Caller, seen: Seen, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    try {
      const reply = await ask(caller, 'GET', `${GROUPS}?page_size=5`);
      if (reply.status === 200) {
        seen.reads += 1;
        seen.answering.add(String(reply.headers.get(SERVER_HEADER)));
      } else if (!isPassing(reply)) {
        seen.faults.push(`a list was answered with ${reply.status} ${reply.body}`);
      }
    } catch (error) {
      seen.faults.push(String(error));
    }
    await wait(PAUSE_MS);
  }
}

/** Gets a group as somebody whose role there was taken away, until `over`. */
export async function readWithoutRole(
  caller: Caller,
  group: string,
  seen: Seen,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    try {
      const reply = await ask(caller, 'GET', `${GROUPS}/${group}`);
      if (reply.status !== 403 && !isPassing(reply)) {
        seen.faults.push(`a caller without a role was answered with ${reply.status}`);
      }
    } catch (error) {
      seen.faults.push(String(error));
    }
    await wait(PAUSE_MS);
  }
}
