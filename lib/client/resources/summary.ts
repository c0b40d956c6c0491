import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import type { AuditEvent, GroupInvite, Identity } from '#lib/client/resources/resources.ts';

/** Counts are numbers as text, as in every answer of the API. */
export interface Counts {
  /** In the group itself. */
  here: string;
  /** In it and in all groups below it. */
  below: string;
}

export interface AdvisoryWeek {
  startTime: string;
  endTime: string;
  severities: Record<string, string>;
}

/** The figures of a group; what the caller may not list is absent. */
export interface GroupSummary {
  groupUid: string;
  counts: Record<string, Counts>;
  advisories?: { severities: Record<string, string>; weeks: AdvisoryWeek[] };
  identities?: {
    seenRecently: string;
    longUnseen: string;
    recent: Identity[];
    unseen: Identity[];
  };
  groupInvites?: { open: string; expiring: GroupInvite[] };
  /** How many identities have a role here or below. */
  roleBindings?: { identities: string };
  auditEvents?: AuditEvent[];
}

export const summaryApiPath = (uid: string) =>
  `/iam/v2beta1/groups:summarize?${new URLSearchParams({ group_uid: uid })}`;

export const groupSummary = (uid: string) =>
  queryOptions({
    queryKey: ['summary', uid],
    queryFn: ({ signal }) => call<GroupSummary>(summaryApiPath(uid), { signal }),
  });
