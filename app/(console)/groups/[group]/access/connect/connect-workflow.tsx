'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import {
  WORKFLOW_LABELS,
  WorkflowFields,
} from '#app/(console)/groups/[group]/access/connect/workflow-fields.tsx';
import {
  NEW_WORKFLOW,
  problemsOf,
  suggestedName,
  workflowMatch,
  type WorkflowValues,
} from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { later } from '#components/ui/later.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { connectPath, groupPath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { identities, roleBindings } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const Connected = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/connect/connected.tsx')).Connected,
}));

interface Values {
  workflow: WorkflowValues;
  roleUid: string;
  /** Unset while it follows from the address. */
  name?: string;
}

const USUAL: Values = { workflow: NEW_WORKFLOW, roleUid: '' };
const NOTHING = { values: USUAL, etag: null };

/** The changed values with those that were not touched. */
const wholeOf = ({ workflow, ...changed }: Partial<Values>): Values => ({
  ...USUAL,
  ...changed,
  workflow: { ...NEW_WORKFLOW, ...workflow },
});

/** Without a name as long as there is nothing to suggest one. */
function identityOf({ workflow, name }: Values) {
  const shown = name ?? (suggestedName(workflow) || undefined);
  return {
    ...(shown !== undefined && { name: shown }),
    claimMatch: workflowMatch(workflow) ?? {},
  };
}

/** @throws ApiRequestError that names the fields in which something is missing. */
function requireAll({ workflow, roleUid }: Values): void {
  const fieldViolations = [
    ...Object.entries(problemsOf(workflow)).map(([name, description]) => ({
      field: `workflow.${name}`,
      description,
    })),
    ...(roleUid === '' ? [{ field: 'roleUid', description: 'is required' }] : []),
  ];
  if (fieldViolations.length === 0) return;
  throw new ApiRequestError(400, {
    code: 3,
    message: 'Something is missing',
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
  });
}

/** Creates an identity with a role. An identity whose role is refused is deleted again. */
async function connect(group: string, values: Values) {
  requireAll(values);
  Connected.prepare();
  const identity = await identities.create(group, identityOf(values));
  try {
    await roleBindings.create(group, { identityUid: identity.uid, roleUid: values.roleUid });
  } catch (error) {
    await identities.remove(identity.uid).catch(() => undefined);
    throw error;
  }
  return identity;
}

/** Lets a workflow in by its platform's own tokens: an identity, a role, and the file to copy. */
export function ConnectWorkflow({ group, url }: { group: string; url: string }) {
  const client = useQueryClient();
  const made = useSearchParams().get('connected');
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, 'access');
  const missing = (capability: 'identity.create' | 'role_bindings.create') =>
    missingReason(caller?.capabilities, group, capability);
  if (made !== null) return <Connected identity={made} group={group} url={url} closeHref={list} />;
  return (
    <ResourceForm
      title={holder ? `Connect a workflow to ${holder.name}` : 'Connect a workflow'}
      noun="workflow"
      isNew
      read={NOTHING}
      labels={WORKFLOW_LABELS}
      submitLabel="Connect workflow"
      disabledReason={missing('identity.create') || missing('role_bindings.create')}
      apiPath={identities.pathOf(group)}
      sent={({ body }) => ({ body: identityOf(wholeOf(body)), updateMask: [] })}
      following={({ body }) => [
        {
          method: 'POST',
          path: roleBindings.pathOf(group),
          body: { identityUid: 'UID_OF_THE_IDENTITY', roleUid: wholeOf(body).roleUid },
        },
      ]}
      save={({ body }) => connect(group, wholeOf(body))}
      onSaved={({ uid }) => {
        identities.refresh(client);
        refreshAccess(client);
        return connectPath(group, uid);
      }}
      closeHref={list}
    >
      {(field) => (
        <WorkflowFields field={field} group={{ uid: group, name: holder?.name ?? 'this group' }} />
      )}
    </ResourceForm>
  );
}
