import { getQuery } from '#lib/client/get-query.ts';
import type { Answered, AuditEvent, GroupInvite, Identity } from '#lib/client/resources/wire.ts';
import type {
  SummarizeGroupResponse_CountJson,
  SummarizeGroupResponse_GroupInvitesJson,
  SummarizeGroupResponse_IdentitiesJson,
  SummarizeGroupResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_summary_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

/** Counts are numbers as text, as in every API response. */
export type Counts = Answered<SummarizeGroupResponse_CountJson>;

/** The figures of a group. Kinds that the caller may not list are absent. */
export type GroupSummary = Answered<
  SummarizeGroupResponseJson,
  MayBeAbsent<'SummarizeGroupResponse'>,
  {
    counts: Record<string, Counts>;
    identities?: Answered<
      SummarizeGroupResponse_IdentitiesJson,
      never,
      { recent: Identity[]; unseen: Identity[] }
    >;
    groupInvites?: Answered<
      SummarizeGroupResponse_GroupInvitesJson,
      never,
      { expiring: GroupInvite[] }
    >;
    auditEvents?: AuditEvent[];
  }
>;

export type AdvisoryWeek = NonNullable<GroupSummary['advisories']>['weeks'][number];

export const summaryApiPath = (uid: string) =>
  `/iam/v2beta1/groups:summarize?${new URLSearchParams({ group_uid: uid })}`;

/** The figures of a group and everything below it. */
export const groupSummary = (uid: string) =>
  getQuery<GroupSummary>(['summary', uid], summaryApiPath(uid));

/** What the group and everything below it hold, by collection, without the other figures. */
export const groupCounts = (uid: string) => {
  const search = new URLSearchParams({ group_uid: uid, counts_only: 'true' });
  return getQuery<Pick<GroupSummary, 'counts'>>(
    ['summary', uid, 'counts'],
    `/iam/v2beta1/groups:summarize?${search}`,
  );
};
