'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isGone } from '#components/frame/gone.ts';
import { type FormChange, ResourceForm } from '#components/resource-form/resource-form.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { named } from '#components/ui/text/named.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { madeOf } from '#lib/client/activity/revert.ts';
import type { Received } from '#lib/client/api.ts';
import type { collectionClient, ResourceChange } from '#lib/client/resources/queries.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { capitalized } from '#lib/resources/catalog.ts';

export interface EditResourceProps<Row extends { uid: string }, Values extends object> {
  client: Pick<
    ReturnType<typeof collectionClient<string, Row>>,
    'versioned' | 'update' | 'pathOf' | 'refresh'
  >;
  stored: Received<Row>;
  /** The noun of the texts: "group". */
  noun: string;
  nameOf: (row: Row) => string;
  /** The message after saving. */
  saved?: (row: Row) => string;
  /** Labels of the fields by path. */
  labels: Readonly<Record<string, string>>;
  capability: Capability;
  /** Why nobody may change it, whatever their roles are. */
  disabledReason?: string | false;
  /** Why these values cannot be saved. */
  refusalOf?: (values: Values) => string | false;
  valuesOf: (row: Row) => Values;
  /** The values that the form starts with, if another screen proposes a change. */
  proposed?: Values | undefined;
  /** The request of a change, if it differs from the values. */
  changeOf?: (change: FormChange<Values>) => ResourceChange;
  /** The request as it is shown, if that differs from the one that is sent. */
  shown?: (change: FormChange<Values>) => ResourceChange;
  save?: (change: FormChange<Values>) => Promise<Received<Row>>;
  /** Refetches what may show the resource, if that is more than its lists. */
  refresh?: (client: QueryClient) => void;
  /** @param back the change that reverses this one. */
  onSaved?: (back: FormChange<Values>) => void;
  /** False where a secret cannot be restored. */
  hasUndo?: boolean;
  closeHref: string;
  children: (field: FieldBinder) => ReactNode;
}

/** The editor of a stored resource. */
export function EditResource<Row extends { uid: string }, Values extends object>(
  props: EditResourceProps<Row, Values>,
) {
  const { client, stored, noun, nameOf, valuesOf, hasUndo = true, closeHref } = props;
  const { changeOf = (change) => change, refresh = client.refresh } = props;
  const { saved: savedText = (row) => named`${capitalized(noun)} ${nameOf(row)} saved` } = props;
  const cache = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const { uid } = stored.body;
  const query = client.versioned(uid);
  // Whoever opened the editor reads it. Here only its latest error counts.
  const { error } = useQuery({ ...query, enabled: false });
  const readOf = ({ body, etag }: Received<Row>) => ({ values: valuesOf(body), etag });
  const { save = async (change) => client.update(uid, changeOf(change)) } = props;
  const show = (saved: Received<Row>) => {
    cache.setQueryData<Received<Row>>([...query.queryKey], saved);
    refresh(cache);
  };
  return (
    <ResourceForm
      title={`Edit ${nameOf(stored.body)}`}
      noun={noun}
      read={readOf(stored)}
      isGone={isGone(error)}
      proposed={props.proposed}
      labels={props.labels}
      submitLabel="Save changes"
      disabledReason={
        props.disabledReason || missingReason(caller?.capabilities, uid, props.capability)
      }
      refusalOf={props.refusalOf}
      apiPath={client.pathOf(uid)}
      sent={props.shown ?? changeOf}
      save={save}
      onSaved={(saved, back) => {
        show(saved);
        props.onSaved?.(back);
        const title = savedText(saved.body);
        if (hasUndo) {
          toastWithUndo({
            title,
            changes: madeOf(uid, saved),
            onUndone: async () => show(await cache.fetchQuery({ ...query, staleTime: 0 })),
          });
        } else toast(title);
        return closeHref;
      }}
      reload={async () => readOf(await cache.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={closeHref}
    >
      {props.children}
    </ResourceForm>
  );
}
