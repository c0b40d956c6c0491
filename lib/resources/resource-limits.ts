/** The kinds that an operator may limit for a group and all below it. Pure, also for the console. */
import type { ResourceType } from './define.ts';

const LIMITED = {
  groups: 'Group',
  identities: 'Identity',
  repos: 'Repo',
  advisories: 'Advisory',
} as const satisfies Readonly<Record<string, ResourceType>>;

/** As a member of `resourceLimits`. */
export type LimitName = keyof typeof LIMITED;

export const LIMIT_NAMES = Object.keys(LIMITED) as LimitName[];

export const limitedType = (name: LimitName): ResourceType => LIMITED[name];

/** Undefined for a table that has no limits. */
export function limitNameOf(table: string): LimitName | undefined {
  return LIMIT_NAMES.find((name) => LIMITED[name] === table);
}

export function isLimitName(text: string): text is LimitName {
  return Object.hasOwn(LIMITED, text);
}

/** The limit that a group has itself; undefined for none. */
export function limitOf(
  resourceLimits: Readonly<Record<string, unknown>>,
  name: LimitName,
): number | undefined {
  const most = Object.hasOwn(resourceLimits, name) ? resourceLimits[name] : undefined;
  return typeof most === 'number' ? most : undefined;
}
