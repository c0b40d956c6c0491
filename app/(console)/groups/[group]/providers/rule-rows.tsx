'use client';

import { X } from 'lucide-react';
import { createContext, use } from 'react';
import {
  MATCH_KINDS,
  type MatchKind,
} from '#app/(console)/groups/[group]/identities/match-field.tsx';
import {
  BLANK_RULE,
  rulePath,
  RULES,
  type RuleRow,
} from '#app/(console)/groups/[group]/providers/rule-values.ts';
import { type EditedRow, FieldRows } from '#components/resource-form/field-rows.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { literalOf, patternOf } from '#lib/client/claims/patterns.ts';

const DESCRIPTION =
  'A person whose claim has the value gets the role. Rules apply at each sign-in; removing a rule ends its bindings immediately. Only claims at the top level count. In a list, one matching element is enough.';

interface RuleForm {
  field: Pick<FieldBinder, 'violation'>;
  group: string;
}

/** The context of all rows. */
const Form = createContext<RuleForm>({ field: { violation: () => undefined }, group: '' });

/** The role rules, one row each. `group` is the uid of the provider's group. */
export function RuleRows({ field, group }: { field: FieldBinder; group: string }) {
  const rows = field.value(RULES) as readonly RuleRow[];
  return (
    <Form value={{ field, group }}>
      <FieldRows
        title="Role rules"
        description={DESCRIPTION}
        addLabel="Add role rule"
        rows={rows}
        blank={BLANK_RULE}
        onChange={(next) => field.set(RULES, next)}
        errorOf={() => undefined}
        RowFields={RuleFields}
      />
    </Form>
  );
}

const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

function RuleFields({ row, number, onChange, onRemove }: EditedRow<RuleRow>) {
  const { field, group } = use(Form);
  const at = (name: Parameters<typeof rulePath>[1]) => rulePath(number - 1, name);
  const choose = (kind: MatchKind) => {
    const isPattern = kind === 'pattern';
    if (isPattern === row.isPattern) return;
    onChange({ ...row, isPattern, value: (isPattern ? patternOf : literalOf)(row.value) });
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6.5rem_2rem] items-start gap-x-2 gap-y-1.5 border-l-2 border-line pl-3 pointer-coarse:grid-cols-[minmax(0,1fr)_6.5rem_2.5rem]">
      <TextField
        {...CODE}
        name={at('claim')}
        label={`Claim of rule ${number}`}
        hideLabel
        placeholder="Claim, such as groups"
        value={row.claim}
        onChange={(claim) => onChange({ ...row, claim })}
        errorMessage={field.violation(at('claim'))}
      />
      <Select
        label={`How rule ${number} compares`}
        hideLabel
        options={MATCH_KINDS}
        value={row.isPattern ? 'pattern' : 'literal'}
        onChange={choose}
      />
      <IconButton label={`Remove rule ${number}`} icon={X} onPress={onRemove} />
      <TextField
        {...CODE}
        name={at(row.isPattern ? 'pattern' : 'value')}
        label={`${row.isPattern ? 'Pattern' : 'Value'} of rule ${number}`}
        hideLabel
        placeholder={
          row.isPattern ? 'Pattern of the whole value' : 'Value, such as platform-admins'
        }
        value={row.value}
        onChange={(value) => onChange({ ...row, value })}
        errorMessage={field.violation(at(row.isPattern ? 'pattern' : 'value'))}
        className="col-span-3"
      />
      <ResourcePicker
        resource="roles"
        scope={{ bindableAt: row.groupUid || group }}
        name={at('roleUid')}
        label={`Role of rule ${number}`}
        value={row.roleUid || null}
        onChange={(uid) => onChange({ ...row, roleUid: uid ?? '' })}
        errorMessage={field.violation(at('roleUid'))}
        className="col-span-3"
      />
      <ResourcePicker
        resource="groups"
        scope={{ descendantsOf: group }}
        name={at('groupUid')}
        label={`Group of rule ${number}`}
        placeholder="The provider's group"
        value={row.groupUid || null}
        onChange={(uid) => onChange({ ...row, groupUid: uid ?? '' })}
        errorMessage={field.violation(at('groupUid'))}
        className="col-span-3"
      />
    </li>
  );
}
