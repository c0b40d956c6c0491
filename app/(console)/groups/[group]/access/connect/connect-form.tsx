'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  WORKFLOW_LABELS,
  WorkflowFields,
} from '#app/(console)/groups/[group]/access/connect/workflow-fields.tsx';
import {
  NEW_WORKFLOW,
  problemsOf,
  suggestedName,
  workflowMatch,
  type WorkflowKind,
  type WorkflowValues,
} from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { named } from '#components/ui/text/named.ts';
import { perform } from '#lib/client/api.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason, TO_CONNECT } from '#lib/client/access/capabilities.ts';
import { connectPath } from '#lib/client/paths.ts';
import { requireFields } from '#lib/client/require-fields.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { identities, roleBindings } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

interface Values {
  workflow: WorkflowValues;
  roleUid: string;
  /** The name of the identity; unset while it follows from the address. */
  name?: string;
}

/** The changed values together with the default ones. */
const wholeOf = (usual: Values, { workflow, ...changed }: Partial<Values>): Values => ({
  ...usual,
  ...changed,
  workflow: { ...usual.workflow, ...workflow },
});

/** Without a name as long as there is nothing to suggest one. */
function identityOf({ workflow, name }: Values) {
  const shown = name ?? (suggestedName(workflow) || undefined);
  return {
    ...(shown !== undefined && { name: shown }),
    claimMatch: workflowMatch(workflow) ?? {},
  };
}

/** @throws ApiRequestError that names the missing fields. */
function requireAll({ workflow, roleUid }: Values): void {
  requireFields('Something is missing', [
    ...Object.entries(problemsOf(workflow)).map(([name, description]) => ({
      field: `workflow.${name}`,
      description,
    })),
    ...(roleUid === '' ? [{ field: 'roleUid', description: 'is required' }] : []),
  ]);
}

/** Creates an identity with a role. If the role is refused, the identity is deleted again. */
async function connect(group: string, values: Values) {
  requireAll(values);
  const identity = await identities.create(group, identityOf(values));
  try {
    await roleBindings.create(group, { identityUid: identity.uid, roleUid: values.roleUid });
  } catch (error) {
    await perform(identities.removal(identity.uid)).catch(() => {
      toast(named`The identity “${identity.name}” has no role. Delete it before you try again.`);
    });
    throw error;
  }
  return identity;
}

export interface ConnectFormProps {
  kind: WorkflowKind;
  /** "GitHub Actions". */
  platform: string;
  group: string;
  closeHref: string;
  /** Called before the workflow is connected. */
  onSend: () => void;
}

/** Creates the identity of a workflow with its role, and then shows the workflow's file. */
export default function ConnectForm(props: ConnectFormProps) {
  const { kind, platform, group, closeHref, onSend } = props;
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const [read] = useState({
    values: { workflow: { ...NEW_WORKFLOW, kind }, roleUid: '' } as Values,
    etag: null,
  });
  return (
    <ResourceForm
      title={`Connect ${platform === 'Other' ? 'a workflow' : platform} to ${holder?.name ?? 'this group'}`}
      noun="workflow"
      isNew
      read={read}
      labels={WORKFLOW_LABELS}
      submitLabel="Connect workflow"
      attempt="connected"
      disabledReason={missingReason(caller?.capabilities, group, ...TO_CONNECT)}
      apiPath={identities.pathOf(group)}
      sent={({ body }) => ({ body: identityOf(wholeOf(read.values, body)), updateMask: [] })}
      following={({ body }) => [
        {
          method: 'POST',
          path: roleBindings.pathOf(group),
          body: { identityUid: 'UID_OF_THE_IDENTITY', roleUid: wholeOf(read.values, body).roleUid },
        },
      ]}
      save={({ body }) => {
        onSend();
        return connect(group, wholeOf(read.values, body));
      }}
      onSaved={({ uid }) => {
        identities.refresh(client);
        refreshAccess(client);
        return connectPath(group, { connected: uid });
      }}
      closeHref={closeHref}
    >
      {(field) => (
        <WorkflowFields field={field} group={{ uid: group, name: holder?.name ?? 'this group' }} />
      )}
    </ResourceForm>
  );
}
