/** `audit head`, `audit verify`, `audit accept`, `audit revert` and `audit prune`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { notFound } from '#lib/aip/errors.ts';
import { checkUid, isRootUid, rootUid } from '#lib/aip/uid.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { acceptChain } from '#lib/service/record/accept.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { signedOf } from '#lib/service/record/heads.ts';
import type { SignedLink } from '#lib/service/record/heads.ts';
import { keptChains } from '#lib/service/record/kept-heads.ts';
import { pruneChain } from '#lib/service/record/prune.ts';
import { revertAuditEvent } from '#lib/service/record/revert/revert.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import type { Verified } from '#lib/service/record/verify.ts';
import { committed } from '#lib/store/store.ts';
import { parse, rootGroup, UsageError } from './usage.ts';

/** Exit code if something is wrong with the record. */
const PROBLEMS_FOUND = 1;

const GROUP = { group: { type: 'string' } } as const;

/** Prints the signed ends of the chains as JSON. */
export async function auditHead(args: string[]): Promise<object[]> {
  const { values } = parse(args, [], GROUP);
  await chainAndSign();
  const heads: (SignedLink | null)[] = [];
  for (const chain of await chainsOf(values.group)) {
    heads.push((await signedOf(committed, chain)).head);
  }
  return heads.filter((head) => head !== null).map(headOf);
}

/** Takes a recorded change back. Prints what came back as JSON. */
export async function auditRevert(args: string[]): Promise<object> {
  const options = {
    check: { type: 'boolean' },
    field: { type: 'string', multiple: true },
  } as const;
  const { positionals, values } = parse(args, ['EVENT_UID'], options);
  const uid = checkUid(positionals[0] ?? '', 'EVENT_UID');
  return revertAuditEvent(operatorCall(rootUid(uid)), {
    uid,
    ...(values.field !== undefined && { fields: values.field }),
    validateOnly: values.check === true,
  });
}

/** Prints what was compared, and all that is wrong, as JSON. */
export async function auditVerify(args: string[]): Promise<object[]> {
  const { values } = parse(args, [], { ...GROUP, head: { type: 'string' } });
  const noted = notedHeads(values.head, values.group);
  const all: Verified[] = [];
  for (const chain of new Set([...(await chainsOf(values.group)), ...noted.keys()])) {
    all.push(await verifyChain(chain, noted.get(chain)));
  }
  if (all.some(({ findings }) => findings.length > 0)) process.exitCode = PROBLEMS_FOUND;
  return all.map(({ chain, records, pending, head, checkpoint, kept, findings }) => ({
    group: chain,
    records,
    pending,
    ...(head !== null && { head: headOf(head) }),
    ...(checkpoint !== null && { checkpoint: headOf(checkpoint) }),
    ...(kept !== null && { kept: { sequence: kept.sequence, hash: kept.hash } }),
    problems: findings,
  }));
}

/**
 * The hashes that were noted, by their groups.
 *
 * @param head a hash of the group, or the path of a file as `audit head` prints it.
 */
function notedHeads(head: string | undefined, group: string | undefined): Map<string, string> {
  if (head === undefined) return new Map();
  if (/^[0-9a-f]{64}$/.test(head)) {
    if (group === undefined) throw new UsageError('--head with a hash needs --group');
    return new Map([[group, head]]);
  }
  const of = notedFile(head).filter((one) => group === undefined || one.group === group);
  return new Map(of.map((one) => [one.group, one.hash]));
}

const noted = z.array(z.object({ group: z.string().refine(isRootUid), hash: z.string() }));

function notedFile(path: string): z.infer<typeof noted> {
  try {
    return noted.parse(JSON.parse(readFileSync(resolve(path), 'utf8')));
  } catch {
    throw new UsageError('--head takes the hash of a head, or a file with what audit head printed');
  }
}

/** Accepts the record as it is, after a restore of the database. Prints its heads as JSON. */
export async function auditAccept(args: string[]): Promise<object[]> {
  const { values } = parse(args, [], GROUP);
  if (values.group === undefined) throw new UsageError('--group is missing');
  const [chain = ''] = await chainsOf(values.group);
  await acceptChain(chain, 'grove audit accept');
  const { head } = await signedOf(committed, chain);
  return head === null ? [] : [headOf(head)];
}

/** Prints what was removed as JSON. */
export async function auditPrune(args: string[]): Promise<object[]> {
  const { values } = parse(args, [], { ...GROUP, before: { type: 'string' } });
  const before = timeOf(values.before);
  await chainAndSign();
  const pruned: object[] = [];
  for (const chain of await chainsOf(values.group)) {
    const { removed, checkpoint } = await pruneChain(chain, before, { actor: 'grove audit prune' });
    pruned.push({
      group: chain,
      removed,
      ...(checkpoint !== null && { checkpoint: headOf(checkpoint) }),
    });
  }
  return pruned;
}

/** @param text a day or a moment in the form of RFC 3339. */
function timeOf(text: string | undefined): Date {
  if (text === undefined) throw new UsageError('--before is missing');
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/.test(text);
  const time = new Date(isTime ? text : NaN);
  if (!Number.isNaN(time.getTime()) && time.getTime() <= Date.now()) return time;
  throw new UsageError(`--before takes a day of the past such as 2025-01-01, not ${text}`);
}

async function chainsOf(group: string | undefined): Promise<string[]> {
  const chains = [...new Set([...(await committed.chains()), ...keptChains()])];
  if (group === undefined) return chains;
  const root = rootGroup(group, '--group');
  // The record of a deleted organization stays.
  if (chains.includes(root) || (await committed.get('Group', root)) !== null) return [root];
  throw notFound('Group', root);
}

const headOf = ({ chain, ...head }: SignedLink) => ({ group: chain, ...head });
