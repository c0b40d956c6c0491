'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import { SOURCE_LABELS, SourceFields } from '#app/(console)/groups/[group]/repos/source-fields.tsx';
import {
  creationOf,
  NEW_SOURCE,
  valuesOf,
  withoutPassword,
} from '#app/(console)/groups/[group]/repos/source-values.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { Received } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { parentUid, registrySourcePath } from '#lib/client/paths.ts';
import { perform } from '#lib/client/api.ts';
import { syncRequest } from '#lib/client/resources/registry-sources.ts';
import { type RegistrySource, registrySources } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_SOURCE, etag: null };

/** The fields that decide whether the registry can be read. */
const CONNECTION = ['url', 'username', 'password', 'caCertificate'];

/** Starts a sync, whose result the panel shows. If it does not start, the panel offers one. */
function syncNow(client: QueryClient, uid: string): void {
  const refresh = () => registrySources.refresh(client);
  perform(syncRequest(uid)).then(refresh, refresh);
}

/** Sets up or edits a group's registry source. */
export function EditSource({ group }: { group: string }) {
  const own = useQuery(registrySources.versionedOwn(group));
  return (
    <LoadedEditor noun="registry source" result={own} closeHref={registrySourcePath(group)}>
      {(answer) => (answer ? <StoredSource source={answer} /> : <NewSource group={group} />)}
    </LoadedEditor>
  );
}

function NewSource({ group }: { group: string }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const noSync = missingReason(caller?.capabilities, group, 'repo.sync');
  const panel = registrySourcePath(group);
  return (
    <ResourceForm
      title="Set up a registry source"
      noun="registry source"
      isNew
      read={NOTHING}
      labels={SOURCE_LABELS}
      submitLabel="Save"
      disabledReason={noSync}
      apiPath={registrySources.pathOf(group)}
      sent={(change) => ({ ...change, body: creationOf(withoutPassword(change)) })}
      save={(change) => registrySources.create(group, creationOf(change))}
      onSaved={({ uid, interval }) => {
        registrySources.refresh(client);
        // A schedule starts by itself.
        if (interval === undefined) syncNow(client, uid);
        toast('Registry source saved');
        return panel;
      }}
      closeHref={panel}
    >
      {(field) => <SourceFields field={field} group={group} isNew disabledReason={noSync} />}
    </ResourceForm>
  );
}

function StoredSource({ source }: { source: Received<RegistrySource> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const { uid } = source.body;
  const group = parentUid(uid) ?? '';
  return (
    <EditResource
      client={registrySources}
      stored={source}
      noun="registry source"
      nameOf={() => 'registry source'}
      saved={() => 'Registry source saved'}
      labels={SOURCE_LABELS}
      capability="repo.sync"
      valuesOf={valuesOf}
      shown={withoutPassword}
      onSaved={({ updateMask }) => {
        // A corrected address or password is tried at once, not at the next time of the schedule.
        if (updateMask.some((path) => CONNECTION.includes(path))) syncNow(client, uid);
      }}
      hasUndo={false}
      closeHref={registrySourcePath(group)}
    >
      {(field) => (
        <SourceFields
          field={field}
          group={group}
          isNew={source.body.username === ''}
          disabledReason={missingReason(caller?.capabilities, uid, 'repo.sync')}
        />
      )}
    </EditResource>
  );
}
