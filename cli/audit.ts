/** `audit head`, `audit verify` and `audit prune`. */
import { notFound } from '#lib/aip/errors.ts';
import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import { chainAndSign } from '#lib/service/record/background.ts';
import { signedOf } from '#lib/service/record/heads.ts';
import type { SignedLink } from '#lib/service/record/heads.ts';
import { pruneChain } from '#lib/service/record/prune.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import type { Verified } from '#lib/service/record/verify.ts';
import { committed } from '#lib/store/store.ts';
import { parse, UsageError } from './usage.ts';

/** Exit code if something is wrong with the record. */
const PROBLEMS_FOUND = 1;

const GROUP = { group: { type: 'string' } } as const;

/** Prints the signed ends of the chains as JSON. */
export async function auditHead(args: string[]): Promise<string> {
  const { values } = parse(args, [], GROUP);
  await chainAndSign();
  const heads: (SignedLink | null)[] = [];
  for (const chain of await chainsOf(values.group)) {
    heads.push((await signedOf(committed, chain)).head);
  }
  return json(heads.filter((head) => head !== null).map(headOf));
}

/** Prints what was compared, and all that is wrong, as JSON. */
export async function auditVerify(args: string[]): Promise<string> {
  const { values } = parse(args, [], { ...GROUP, head: { type: 'string' } });
  const { head } = values;
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new UsageError('--head takes the 64 hexadecimal digits of a head');
  }
  const chains = await chainsOf(values.group);
  if (head !== undefined && chains.length !== 1) throw new UsageError('--head needs --group');
  const all: Verified[] = [];
  for (const chain of chains) all.push(await verifyChain(chain, head));
  if (all.some(({ findings }) => findings.length > 0)) process.exitCode = PROBLEMS_FOUND;
  return json(
    all.map(({ chain, records, pending, head, checkpoint, findings }) => ({
      group: chain,
      records,
      pending,
      ...(head !== null && { head: headOf(head) }),
      ...(checkpoint !== null && { checkpoint: headOf(checkpoint) }),
      problems: findings,
    })),
  );
}

/** Prints what was removed as JSON. */
export async function auditPrune(args: string[]): Promise<string> {
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
  return json(pruned);
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
  const chains = await committed.chains();
  if (group === undefined) return chains;
  const root = checkUid(group, '--group');
  if (!isRootUid(root)) throw new UsageError('--group must be the root group of an organization');
  // The record of a deleted organization stays.
  if (chains.includes(root) || (await committed.get('Group', root)) !== null) return [root];
  throw notFound('Group', root);
}

const headOf = ({ chain, ...head }: SignedLink) => ({ group: chain, ...head });

const json = (value: object) => JSON.stringify(value, null, 2);
