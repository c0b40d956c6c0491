'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import {
  INVITE_LABELS,
  InviteFields,
} from '#app/(console)/groups/[group]/invites/invite-fields.tsx';
import { InviteLinks } from '#app/(console)/groups/[group]/invites/invite-links.tsx';
import {
  bodiesOf,
  type Created,
  createInvites,
  type InviteValues,
} from '#app/(console)/groups/[group]/invites/create-invites.ts';
import { endOld, valuesOf } from '#app/(console)/groups/[group]/invites/invite-again.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, newPath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { groupInvites } from '#lib/client/resources/resources.ts';

const USUAL: InviteValues = { ttl: '604800s', singleUse: true };
const NOTHING = { values: USUAL, etag: null };

interface Props {
  group: string;
  url: string;
  /** The domains of addresses for which the organization allows invites; empty for all. */
  domains: readonly string[];
}

/**
 * Creates an invite for each address, or one for anybody, then shows the links. They are shown only
 * once, so their component loads with the form. `url` is the installation's address.
 */
export function NewInvite({ group, url, domains }: Props) {
  const client = useQueryClient();
  const params = new URLSearchParams(useSearchParams());
  const again = params.get('again');
  params.delete('again');
  const search = String(params);
  const old = useQuery({ ...groupInvites.versioned(again ?? ''), enabled: again !== null });
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const [tried, setTried] = useState(0);
  const [made, setMade] = useState<Created | null>(null);
  const under = search === '' ? '' : `?${search}`;
  const list = groupPath(group, 'invites') + under;
  if (again !== null && old.isPending) return null;
  const like = old.data && again !== null ? valuesOf(old.data.body) : undefined;
  if (made) {
    return <InviteLinks {...made} url={url} groupName={holder?.name} closeHref={list} />;
  }
  return (
    <ResourceForm
      title={`New ${like ? 'link' : 'invite'}${holder ? ` to ${holder.name}` : ''}`}
      noun="invite"
      isNew
      read={NOTHING}
      proposed={like}
      labels={INVITE_LABELS}
      submitLabel={like ? 'Replace the link' : 'Create invite'}
      disabledReason={missingReason(caller?.capabilities, group, 'group_invites.create')}
      apiPath={groupInvites.pathOf(group)}
      sent={({ body }) => ({ body: bodiesOf({ ...USUAL, ...body })[0] ?? {}, updateMask: [] })}
      following={({ body }) =>
        bodiesOf({ ...USUAL, ...body })
          .slice(1)
          .map((next) => ({ method: 'POST', path: groupInvites.pathOf(group), body: next }))
      }
      save={({ body }) => createInvites(group, { ...USUAL, ...body }, setTried)}
      {...(tried > 0 && {
        lost: 'Invites are being created. If you leave now, you will never see their links.',
      })}
      onSaved={(created) => {
        if (again !== null) void endOld(again).then(() => groupInvites.refresh(client));
        groupInvites.refresh(client);
        setMade(created);
        // Stays at the address, where the links appear.
        return newPath(group, 'invites') + under;
      }}
      closeHref={list}
    >
      {(field) => (
        <>
          {like && (
            <p className="text-ink-2">
              A link is shown only once, so this makes a new one. The old one stops working then.
            </p>
          )}
          <InviteFields field={field} group={group} domains={domains} tried={tried} />
        </>
      )}
    </ResourceForm>
  );
}
