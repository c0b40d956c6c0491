/** A domain that an organization claims, as the API describes it. */
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import type { RowOf } from './rows.ts';
import type { DomainJson } from '#lib/generated/proto/grove/iam/v2beta1/group_domain_pb.js';

const RECORD_PREFIX = '_grove-challenge.';
const VALUE_PREFIX = 'grove-domain-verification=';

/** A name in DNS has at most 253 characters, and that of the record is longer than the domain's. */
const MAX_LENGTH = 253 - RECORD_PREFIX.length;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** In ASCII and lower case, without a dot at the end. */
export const domainName = (text: string): string =>
  domainToASCII(text.trim().replace(/\.$/, '').toLowerCase());

/** Why a name of {@link domainName} cannot be claimed; null if it can. */
export function domainProblem(name: string): string | null {
  const labels = name.split('.');
  if (name.length > MAX_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return 'must be a domain such as example.com';
  }
  const { isIp, domain } = parse(name, { allowPrivateDomains: true });
  if (isIp === true) return 'must be a domain, not an address';
  return domain === null
    ? 'must not be a public suffix, below which others register domains'
    : null;
}

/** The name of the TXT record that proves the domain. */
export const recordName = ({ name }: Pick<RowOf<'Domain'>, 'name'>): string =>
  `${RECORD_PREFIX}${name}`;

/** The text of the TXT record that proves the domain. */
export const recordValue = ({ challenge }: Pick<RowOf<'Domain'>, 'challenge'>): string =>
  `${VALUE_PREFIX}${challenge}`;

/** `LOST` means that the record was found before, and is missing for too long. */
export function domainState({
  verifiedName,
  verifiedTime,
}: Pick<RowOf<'Domain'>, 'verifiedName' | 'verifiedTime'>): 'PENDING' | 'VERIFIED' | 'LOST' {
  if (verifiedName !== null) return 'VERIFIED';
  return verifiedTime === null ? 'PENDING' : 'LOST';
}

export function domainJson(row: RowOf<'Domain'>): DomainJson {
  const { parent, name, checkResult, checkTime, verifiedTime, failingTime, createTime } = row;
  return {
    groupUid: parent,
    name,
    state: domainState(row),
    recordName: recordName(row),
    recordValue: recordValue(row),
    checkResult: checkResult ?? 'CHECK_RESULT_UNSPECIFIED',
    ...(checkTime !== null && { checkTime: checkTime.toISOString() }),
    ...(verifiedTime !== null && { verifiedTime: verifiedTime.toISOString() }),
    ...(failingTime !== null && { failingTime: failingTime.toISOString() }),
    createTime: createTime.toISOString(),
  };
}
