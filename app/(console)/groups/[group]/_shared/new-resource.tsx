'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath } from '#lib/client/paths.ts';
import { type collectionClient, groupQuery } from '#lib/client/resources/queries.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

export interface NewResourceProps<Row extends { uid: string }, Values extends object> {
  client: Pick<ReturnType<typeof collectionClient<string, Row>>, 'create' | 'pathOf' | 'refresh'>;
  group: string;
  /** The list of the group that the form is over. */
  tab: GroupTab;
  /** The noun of the texts: "group". */
  noun: string;
  submitLabel?: string;
  /** Labels of the fields by path. */
  labels: Readonly<Record<string, string>>;
  capability: Capability;
  newValues: Values;
  /** The values that the form starts with, if another screen proposes some. */
  proposed?: Values | undefined;
  /** The body of the request, if it differs from the typed values. */
  bodyOf?: (values: Partial<Values>) => object;
  /** The body as it is shown, if that differs from the one that is sent. */
  shown?: (values: Partial<Values>) => object;
  save?: (values: Partial<Values>) => Promise<Row>;
  /** Refetches what may show the resource, if that is more than its lists. */
  refresh?: (client: QueryClient, row: Row) => void;
  /** Says that it was created. @returns the path to open. */
  onCreated: (row: Row) => string;
  children: (field: FieldBinder) => ReactNode;
}

/** Creates a resource in a group. */
export function NewResource<Row extends { uid: string }, Values extends object>(
  props: NewResourceProps<Row, Values>,
) {
  const { client, group, noun, refresh = client.refresh } = props;
  const { bodyOf = (values) => values, newValues } = props;
  const cache = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, props.tab);
  const { shown = bodyOf, save = async (values) => client.create(group, bodyOf(values)) } = props;
  return (
    <ResourceForm
      title={holder ? `New ${noun} in ${holder.name}` : `New ${noun}`}
      noun={noun}
      isNew
      read={{ values: newValues, etag: null }}
      proposed={props.proposed}
      labels={props.labels}
      submitLabel={props.submitLabel ?? `Create ${noun}`}
      disabledReason={missingReason(caller?.capabilities, group, props.capability)}
      apiPath={client.pathOf(group)}
      sent={({ body }) => ({ body: shown(body), updateMask: [] })}
      save={({ body }) => save(body)}
      onSaved={(row) => {
        refresh(cache, row);
        return props.onCreated(row);
      }}
      // The list under the sheet keeps its filters.
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {props.children}
    </ResourceForm>
  );
}
