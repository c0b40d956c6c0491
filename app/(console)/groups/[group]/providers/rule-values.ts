/** Converts role rules to form values and back. */
import type { RoleRule } from '#lib/client/resources/resources.ts';

/** A role rule in the form. */
export interface RuleRow {
  claim: string;
  value: string;
  isPattern: boolean;
  /** Empty until a role is picked. */
  roleUid: string;
  /** Empty for the provider's group. */
  groupUid: string;
}

export const RULES = 'roleRules';

export const BLANK_RULE: RuleRow = {
  claim: '',
  value: '',
  isPattern: false,
  roleUid: '',
  groupUid: '',
};

const MAX_RULES = 50;

const FIELDS = {
  claim: 'Claim',
  value: 'Value',
  pattern: 'Pattern',
  roleUid: 'Role',
  groupUid: 'Group',
} as const;

/** The path under which the API reports a problem of a field of the rule at the index. */
export const rulePath = (index: number, field: keyof typeof FIELDS): string =>
  `${RULES}.${index}.${field}`;

/** The labels of the fields of all rules, by path. */
export const RULE_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAX_RULES }, (_, index) =>
    (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((field) => [
      rulePath(index, field),
      `${FIELDS[field]} of rule ${index + 1}`,
    ]),
  ).flat(),
);

/** @param group the uid of the provider's group. */
export const rowsOf = (rules: readonly RoleRule[], group: string): RuleRow[] =>
  rules.map(({ claim, value, pattern, roleUid, groupUid }) => ({
    claim,
    value: pattern ?? value ?? '',
    isPattern: pattern !== undefined,
    roleUid,
    groupUid: groupUid === group ? '' : groupUid,
  }));

export const rulesOf = (rows: readonly RuleRow[], group: string): RoleRule[] =>
  rows.map(({ claim, value, isPattern, roleUid, groupUid }) => ({
    claim,
    ...(isPattern ? { pattern: value } : { value }),
    roleUid,
    groupUid: groupUid || group,
  }));
