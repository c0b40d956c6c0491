/** The signed end of an organization's audit log. */
import { groupPath } from '#lib/client/paths.ts';
import { getQuery } from '#lib/client/get-query.ts';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { GetAuditHeadResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/audit_head_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

type AuditHead = Answered<GetAuditHeadResponseJson, MayBeAbsent<'GetAuditHeadResponse'>>;

export type SignedLink = NonNullable<AuditHead['head']>;

export const auditHeadPath = (root: string): string => `${groupPath(root, 'activity')}/head`;

/** The signed end of the organization's chain. @param root the uid of its root group. */
export const auditHeadQuery = (root: string) =>
  getQuery<AuditHead>(['auditEvents', 'head', root], '/iam/v2beta1/auditEvents:head', {
    group_uid: root,
  });
