/** Clients that write without a pause, and remember what they were told. */
import type { Json } from '../harness.ts';

/** A resource as its last acknowledged write left it. */
interface Known {
  path: string;
  isThere: boolean;
  name: string;
  description: string;
  /** What was asked for when the server died. */
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

/** An answer that a server must not give, however soon it dies. */
class Refused extends Error {}

async function create(target: Target, ledger: Ledger): Promise<string> {
  const name = `written ${(count += 1)}`;
  const claimMatch = { issuer: 'https://people.example.com', subject: name };
  const { rootUid } = target;
  const [path, parent, body] = [
    ['/iam/v2beta1/groups', `/${rootUid}`, { name }],
    ['/iam/v2beta1/identities', `/${rootUid}`, { name, claimMatch }],
    // Comes with a binding, or not at all.
    ['/iam/v2beta1/groups', '', { name }],
  ][count % 3] as [string, string, Json];
  const uid = String((await send(target, ledger, 'POST', path + parent, body))['uid']);
  ledger.known.set(uid, { path: `${path}/${uid}`, isThere: true, name, description: '' });
  return uid;
}

async function change(target: Target, ledger: Ledger, known: Known): Promise<void> {
  const description = `changed ${(count += 1)}`;
  known.pending = { description };
  // What the mask does not name is left alone.
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

/** Makes, changes and removes resources of its own until the server is gone. */
export async function writeUntilGone(target: Target, ledger: Ledger): Promise<void> {
  try {
    for (;;) {
      const uid = await create(target, ledger);
      const known = ledger.known.get(uid) as Known;
      await change(target, ledger, known);
      // The last owner of a root group stays, and with it the group.
      if (uid.includes('/') && count % 2 === 0) await remove(target, ledger, known);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

/** What of a row was acknowledged. */
export type Row = { uid: string; name: string; description: string };

/**
 * What the rows lack of what was acknowledged, in words. From now on the
 * ledger has what became of what was pending.
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
