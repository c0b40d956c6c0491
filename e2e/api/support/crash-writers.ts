/** Clients that write continuously and remember the responses. */
import type { Json } from '../harness.ts';

/** A resource after its last acknowledged write. */
interface Known {
  path: string;
  isThere: boolean;
  name: string;
  description: string;
  /** The requests without a response when the server was killed. */
  pending?: { description: string } | 'delete';
}

export interface Ledger {
  known: Map<string, Known>;
  /** The request ids of all acknowledged writes. */
  acknowledged: string[];
}

export interface Target {
  url: string;
  token: string;
  rootUid: string;
}

let count = 0;

async function send(
  { url, token }: Target,
  ledger: Ledger,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`${method} ${path}: ${text}`);
  ledger.acknowledged.push(response.headers.get('x-request-id') ?? '');
  return text === '' ? {} : (JSON.parse(text) as Json);
}

/** A response that a server must never give, even just before it dies. */
class Refused extends Error {}

async function create(target: Target, ledger: Ledger): Promise<string> {
  const name = `written ${(count += 1)}`;
  const claimMatch = { issuer: 'https://people.example.com', subject: name };
  const { rootUid } = target;
  const [path, parent, body] = [
    ['/iam/v2beta1/groups', `/${rootUid}`, { name }],
    ['/iam/v2beta1/identities', `/${rootUid}`, { name, claimMatch }],
    // A root group exists with its owner's binding, or not at all.
    ['/iam/v2beta1/groups', '', { name }],
  ][count % 3] as [string, string, Json];
  const uid = String((await send(target, ledger, 'POST', path + parent, body))['uid']);
  ledger.known.set(uid, { path: `${path}/${uid}`, isThere: true, name, description: '' });
  return uid;
}

async function change(target: Target, ledger: Ledger, known: Known): Promise<void> {
  const description = `changed ${(count += 1)}`;
  known.pending = { description };
  // Fields outside the mask do not change.
  const masked = { description, name: 'left alone' };
  if (count % 2 === 0) await send(target, ledger, 'PATCH', known.path, { description });
  else await send(target, ledger, 'PATCH', `${known.path}?update_mask=description`, masked);
  known.description = description;
  delete known.pending;
}

async function remove(target: Target, ledger: Ledger, known: Known): Promise<void> {
  known.pending = 'delete';
  await send(target, ledger, 'DELETE', known.path);
  known.isThere = false;
  delete known.pending;
}

/** Creates, changes and deletes its own resources until the server is killed. */
export async function writeUntilGone(target: Target, ledger: Ledger): Promise<void> {
  try {
    for (;;) {
      const uid = await create(target, ledger);
      const known = ledger.known.get(uid) as Known;
      await change(target, ledger, known);
      // The last owner of a root group stays, and so does the group.
      if (uid.includes('/') && count % 2 === 0) await remove(target, ledger, known);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

/** The acknowledged columns of a row. */
export type Row = { uid: string; name: string; description: string };

/**
 * The acknowledged writes that are missing in the rows, in words. Afterwards the ledger has the
 * outcome of pending writes.
 */
export function missingFrom(ledger: Ledger, rows: readonly Row[]): string[] {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return [...ledger.known].flatMap(([uid, known]) => {
    const row = byUid.get(uid);
    const { pending, ...told } = known;
    delete known.pending;
    known.isThere = row !== undefined;
    if (row === undefined) return !told.isThere || pending === 'delete' ? [] : [`${uid} is gone`];
    known.description = row.description;
    const allowed = [
      told.description,
      ...(typeof pending === 'object' ? [pending.description] : []),
    ];
    const isRight = told.isThere && row.name === told.name && allowed.includes(row.description);
    return isRight ? [] : [`${uid} is ${JSON.stringify(row)}, told was ${JSON.stringify(known)}`];
  });
}
