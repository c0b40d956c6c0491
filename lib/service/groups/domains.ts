/** The domains of an organization: claimed by its owners, verified by a record in DNS. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { EmptyJson } from '@bufbuild/protobuf/wkt';
import { alreadyExists, invalidField, notFound, quotaExceeded, tryAgain } from '#lib/aip/errors.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import type {
  CheckDomainRequestJson,
  ClaimDomainRequestJson,
  DomainJson,
  ListDomainsResponseJson,
  ReleaseDomainRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_domain_pb.js';
import { domainJson, domainName, domainProblem } from '#lib/resources/domain.ts';
import { text } from '#lib/resources/fields.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { rootsOfShare } from '#lib/store/limits/shares.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import { committed, type Reads } from '#lib/store/store.ts';
import { lookUpRecord, recordDomain, settle } from './domain-checks.ts';
import { changeAsOwner, checkRootUid, requireOwner } from './require-owner.ts';

/** The domains that an organization may claim, together with those of its share. */
export const MAX_DOMAINS = 20;

/** The time between two checks of a domain that somebody asks for. */
const PAUSE_MS = 5_000;

/** @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED; NOT_FOUND. */
export async function listDomains(call: Call, groupUid: string): Promise<ListDomainsResponseJson> {
  const root = checkRootUid(groupUid, 'group_uid');
  await requireOwner(call, root);
  await committed.existing('Group', root);
  return { domains: (await domainsOf(committed, root)).map(domainJson) };
}

const domainsOf = (reads: Reads, root: string) =>
  reads.find('Domain', is('parent', root), { order: { column: 'name', descending: false } });

const domainRequest = z.strictObject({ groupUid: z.string(), name: text(1, 253) });

function parsed(body: ClaimDomainRequestJson): { root: string; name: string } {
  const { groupUid, name } = checked(domainRequest, body);
  return { root: checkRootUid(groupUid, 'groupUid'), name: domainName(name) };
}

/**
 * Others may claim the same domain: only a record decides.
 *
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; ALREADY_EXISTS; RESOURCE_EXHAUSTED; as
 *   {@link requireRecentSignIn}.
 */
export async function claimDomain(call: Call, body: ClaimDomainRequestJson): Promise<DomainJson> {
  const { root, name } = parsed(body);
  return changeAsOwner(call, root, async (tx, current) => {
    const problem = domainProblem(name);
    if (problem !== null) throw invalidField('name', problem);
    await tx.existing('Group', root);
    const claimed = await domainsOf(tx, root);
    if (claimed.some((one) => one.name === name)) {
      const description = 'the organization claims this domain already';
      throw alreadyExists('Domain', name, { field: 'name', description });
    }
    const roots = await rootsOfShare(tx, await shareOf(root, tx));
    if ((await tx.count('Domain', isIn('parent', roots))) >= MAX_DOMAINS) {
      throw quotaExceeded({
        subject: root,
        description: `an organization can claim at most ${MAX_DOMAINS} domains`,
        quotaId: 'domains',
        quotaValue: String(MAX_DOMAINS),
      });
    }
    await requireRecentSignIn(current.principal, 'a change of the domains', tx);
    const row: RowOf<'Domain'> = {
      uid: newChildUid(root),
      parent: root,
      name,
      challenge: randomBytes(24).toString('base64url'),
      verifiedName: null,
      verifiedTime: null,
      checkTime: null,
      checkResult: null,
      failingTime: null,
      nextCheckTime: null,
      createTime: new Date(),
    };
    await tx.insertAll('Domain', [row]);
    await recordDomain(tx, actorOf(current, root), 'created', { after: row });
    return domainJson(row);
  });
}

/**
 * Asks DNS outside of any transaction, and applies the result in one.
 *
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; NOT_FOUND; RESOURCE_EXHAUSTED with
 *   `retry-after`.
 */
export async function checkDomain(call: Call, body: CheckDomainRequestJson): Promise<DomainJson> {
  const { root, name } = parsed(body);
  const begun = await changeAsOwner(call, root, async (tx) => {
    const row = await domainIn(tx, root, name);
    const now = Date.now();
    const wait = Math.ceil(((row.checkTime?.getTime() ?? 0) + PAUSE_MS - now) / 1000);
    if (wait > 0) {
      throw tryAgain('RESOURCE_EXHAUSTED', `the domain was just checked; wait ${wait}s`, wait);
    }
    await tx.note('Domain', is('uid', row.uid), { checkTime: new Date(now) });
    return row;
  });
  call.signal?.throwIfAborted();
  const result = await lookUpRecord(begun, call.signal);
  return changeAsOwner(call, root, async (tx, current) => {
    const settled = await settle(tx, actorOf(current, root), begun.uid, result);
    if (settled === null) throw notFound('Domain', name);
    return domainJson(settled);
  });
}

/** @throws ApiError NOT_FOUND */
async function domainIn(reads: Reads, root: string, name: string): Promise<RowOf<'Domain'>> {
  const row = await reads.first('Domain', all(is('parent', root), is('name', name)));
  if (row === null) throw notFound('Domain', name);
  return row;
}

/** @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; NOT_FOUND; as {@link requireRecentSignIn}. */
export async function releaseDomain(
  call: Call,
  body: ReleaseDomainRequestJson,
): Promise<EmptyJson> {
  const { root, name } = parsed(body);
  await changeAsOwner(call, root, async (tx, current) => {
    const row = await domainIn(tx, root, name);
    await requireRecentSignIn(current.principal, 'a change of the domains', tx);
    await tx.deleteAll('Domain', is('uid', row.uid));
    await recordDomain(tx, actorOf(current, root), 'deleted', { before: row });
  });
  return {};
}
