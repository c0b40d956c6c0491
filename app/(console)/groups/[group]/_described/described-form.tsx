'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { FormDescription } from '#app/(console)/groups/[group]/_described/description.ts';
import { useMissing } from '#app/(console)/groups/[group]/_described/use-missing.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { named } from '#components/ui/text/named.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import type { Received } from '#lib/client/api.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import type { Wire } from '#lib/client/resources/resources.ts';
import { capitalized, entryOf, type ResourceType } from '#lib/resources/catalog.ts';

interface NewProps<Type extends ResourceType, Values extends object> {
  description: FormDescription<Type, Values>;
  group: string;
}

/** Creates a resource in a group and opens it. */
export function NewDescribed<Type extends ResourceType, Values extends object>({
  description,
  group,
}: NewProps<Type, Values>) {
  const { type, client, labels, newValues, nameOf, creationOf, Fields } = description;
  const noun = entryOf(type).words[0];
  const { tab, path } = CONSOLE_ROUTES[type];
  const cache = useQueryClient();
  const search = String(useSearchParams());
  const missing = useMissing(type);
  const { data: holder } = useQuery(groupQuery(group));
  const read = useMemo(() => ({ values: newValues, etag: null }), [newValues]);
  const list = groupPath(group, tab);
  return (
    <ResourceForm
      title={holder ? `New ${noun} in ${holder.name}` : `New ${noun}`}
      noun={noun}
      isNew
      read={read}
      labels={labels}
      submitLabel={`Create ${noun}`}
      disabledReason={missing(group, 'create')}
      apiPath={client.pathOf(group)}
      save={({ body }) => client.create(group, creationOf ? creationOf(body) : body)}
      onSaved={(row) => {
        client.refresh(cache);
        toast(named`${capitalized(noun)} ${nameOf(row)} created`);
        return path(row.uid);
      }}
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {(field) => <Fields field={field} group={group} isNew />}
    </ResourceForm>
  );
}

interface EditProps<Type extends ResourceType, Values extends object> {
  description: FormDescription<Type, Values>;
  uid: string;
}

/** The editor of a resource, over its page. */
export function EditDescribed<Type extends ResourceType, Values extends object>({
  description,
  uid,
}: EditProps<Type, Values>) {
  const { type, client } = description;
  const result = useQuery(client.versioned(uid));
  const { page } = useShownIn(CONSOLE_ROUTES[type].tab, uid);
  return (
    <LoadedEditor noun={entryOf(type).words[0]} result={result} closeHref={page}>
      {(answer) => <Editor description={description} uid={uid} answer={answer} />}
    </LoadedEditor>
  );
}

interface EditorProps<Type extends ResourceType, Values extends object> extends EditProps<
  Type,
  Values
> {
  answer: Received<Wire[Type]>;
}

function Editor<Type extends ResourceType, Values extends object>({
  description,
  uid,
  answer,
}: EditorProps<Type, Values>) {
  const { type, client, labels, nameOf, valuesOf, Fields } = description;
  const noun = entryOf(type).words[0];
  const cache = useQueryClient();
  const missing = useMissing(type);
  const query = client.versioned(uid);
  const readOf = ({ body, etag }: Received<Wire[Type]>) => ({ values: valuesOf(body), etag });
  const { page } = useShownIn(CONSOLE_ROUTES[type].tab, uid);
  const show = (saved: Received<Wire[Type]>) => {
    cache.setQueryData<Received<Wire[Type]>>([...query.queryKey], saved);
    client.refresh(cache);
    // A change to a role changes what its holders may do.
    if (type === 'Role') refreshAccess(cache);
  };
  return (
    <ResourceForm
      title={`Edit ${nameOf(answer.body)}`}
      noun={noun}
      read={readOf(answer)}
      labels={labels}
      submitLabel="Save changes"
      disabledReason={missing(uid, 'update')}
      apiPath={client.pathOf(uid)}
      save={(change) => client.update(uid, change)}
      onSaved={(saved, back) => {
        show(saved);
        toastWithUndo({
          title: named`${capitalized(noun)} ${nameOf(saved.body)} saved`,
          undo: async () => show(await client.update(uid, { ...back, etag: saved.etag })),
        });
        return page;
      }}
      reload={async () => readOf(await cache.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <Fields field={field} group={parentUid(uid) ?? ''} />}
    </ResourceForm>
  );
}
