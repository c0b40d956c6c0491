'use client';

import {
  hasCode,
  OWNER_CLAIMS,
  type Runs,
  suggestedName,
  type WorkflowKind,
  workflowMatch,
  type WorkflowValues,
} from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';
import { RoleField } from '#app/(console)/groups/[group]/access/role-field.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { TextField, type TextFieldProps } from '#components/ui/fields/text-field.tsx';

export const WORKFLOW_LABELS = {
  'workflow.address': 'Address',
  'claimMatch.issuer': 'Address',
  'workflow.ref': 'Branch or environment',
  'workflow.ownerId': 'Owner’s id',
  'workflow.namespace': 'Namespace',
  'workflow.account': 'Service account',
  'workflow.subject': 'Subject',
  roleUid: 'Role',
  name: 'Name',
} as const;

const RUNS: readonly { id: Runs; label: string }[] = [
  { id: 'branch', label: 'One branch' },
  { id: 'environment', label: 'One environment' },
  { id: 'any', label: 'All' },
];

/** The field for the pasted address, by platform. */
const ADDRESSES: Record<WorkflowKind, Pick<TextFieldProps, 'label' | 'placeholder'>> = {
  github: { label: 'Address of the repository', placeholder: 'https://github.com/acme/shop' },
  gitlab: { label: 'Address of the project', placeholder: 'https://gitlab.com/acme/shop' },
  buildkite: { label: 'Address of the pipeline', placeholder: 'https://buildkite.com/acme/shop' },
  kubernetes: { label: 'Address of the issuer', placeholder: 'https://oidc.example.com/id/0123' },
  other: { label: 'Address of the issuer', placeholder: 'https://issuer.example.com' },
};

const CLUSTER_HELP = (
  <span>
    <code className="font-mono">kubectl get --raw /.well-known/openid-configuration</code> prints
    it. Grove has to reach it.
  </span>
);

interface Props {
  field: FieldBinder;
  group: { uid: string; name: string };
}

/** The fields for the workflow's address, for the runs that match, and for their role. */
export function WorkflowFields({ field, group }: Props) {
  const values = field.value('workflow') as WorkflowValues;
  const { kind } = values;
  return (
    <>
      <Text
        field={field}
        path="address"
        error={field.violation('claimMatch.issuer')}
        {...ADDRESSES[kind]}
        {...(kind === 'kubernetes' && { description: CLUSTER_HELP })}
        isRequired
        autoFocus
      />
      {hasCode(kind) && <CodeFields field={field} values={values} kind={kind} />}
      {kind === 'kubernetes' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Text
            field={field}
            path="namespace"
            label={WORKFLOW_LABELS['workflow.namespace']}
            isRequired
          />
          <Text
            field={field}
            path="account"
            label={WORKFLOW_LABELS['workflow.account']}
            isRequired
          />
        </div>
      )}
      {kind === 'other' && (
        <Text
          field={field}
          path="subject"
          label={WORKFLOW_LABELS['workflow.subject']}
          description="The claim sub of its tokens."
          isRequired
        />
      )}
      <RoleField field={field} group={group} />
      <TextField
        {...field.text('name')}
        value={(field.value('name') as string | undefined) ?? suggestedName(values)}
        label={WORKFLOW_LABELS.name}
        description="The identity that is created for the workflow gets this name."
        isRequired
        autoComplete="off"
      />
      <Matched values={values} />
    </>
  );
}

type TextProps = Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'errorMessage'> & {
  field: FieldBinder;
  path: Exclude<keyof WorkflowValues, 'kind' | 'runs'>;
  error?: string | undefined;
};

function Text({ field, path, error, description, ...props }: TextProps) {
  const binding = field.text(`workflow.${path}`, { description });
  return (
    <TextField
      {...props}
      {...binding}
      errorMessage={binding.errorMessage ?? error}
      mono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

interface CodeProps extends Pick<Props, 'field'> {
  values: WorkflowValues;
  kind: keyof typeof OWNER_CLAIMS;
}

function CodeFields({ field, values, kind }: CodeProps) {
  // Tokens of Buildkite name no environment.
  const runs = kind === 'buildkite' ? RUNS.filter(({ id }) => id !== 'environment') : RUNS;
  return (
    <>
      <div className="flex flex-col gap-2">
        <span className="text-sm font-medium">Which runs</span>
        <Segmented
          label="Which runs"
          options={runs}
          value={values.runs}
          onChange={(next) => {
            field.set('workflow.runs', next);
            field.set('workflow.ref', next === 'branch' ? 'main' : '');
          }}
          className="self-start"
        />
        {values.runs !== 'any' && (
          <Text
            field={field}
            path="ref"
            label={values.runs === 'branch' ? 'Branch' : 'Environment'}
            hideLabel
            placeholder={values.runs === 'branch' ? 'main' : 'production'}
          />
        )}
      </div>
      <Text
        field={field}
        path="ownerId"
        label={WORKFLOW_LABELS['workflow.ownerId']}
        isOptional
        description={
          <span>
            The claim <code className="font-mono">{OWNER_CLAIMS[kind]}</code>. It keeps out anyone
            who takes the owner’s name later.
          </span>
        }
      />
    </>
  );
}

/** The claim match of the future identity. */
function Matched({ values }: { values: WorkflowValues }) {
  const match = workflowMatch(values);
  if (!match) return null;
  const code = (text: string | undefined) => (
    <dd className="font-mono break-all text-ink">{text}</dd>
  );
  return (
    <dl
      aria-label="Tokens that match"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line pt-4 text-sm text-ink-2"
    >
      <dt>Issuer</dt>
      {code(match.issuer)}
      <dt>{match.subject === undefined ? 'Subject pattern' : 'Subject'}</dt>
      {code(match.subject ?? match.subjectPattern)}
    </dl>
  );
}
