'use client';

import { TriangleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useUnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { joinPath } from '#lib/client/paths.ts';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

export interface InviteLinkProps {
  /** The response of the create, the only one that contains the code. */
  invite: GroupInvite;
  /** The installation's address. */
  url: string;
  groupName: string | undefined;
  closeHref: string;
}

/** The link of a new invite. Asks before closing if it was never copied. */
export function InviteLink({ invite, url, groupName, closeHref }: InviteLinkProps) {
  const router = useRouter();
  const [isCopied, setCopied] = useState(false);
  const guard = useUnsavedGuard(!isCopied);
  const link = url + joinPath(invite.code ?? '');
  const close = () => guard.leave(() => router.replace(closeHref));
  return (
    <Sheet title="Invite created" onClose={close} footer={<Button onPress={close}>Done</Button>}>
      <div className="flex flex-col gap-5">
        <p
          id="shown-once"
          className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5 font-medium text-ink"
        >
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          Copy this link now. It is never shown again.
        </p>
        <section aria-labelledby="invite-link" className="flex flex-col gap-2">
          <h3 id="invite-link" className="text-sm font-medium">
            Link
          </h3>
          <code className="rounded border border-line bg-paper-2 px-2.5 py-2 font-mono text-sm break-all">
            {link}
          </code>
          <CopyButton
            text={() => link}
            isLasting
            onCopied={() => setCopied(true)}
            variant="primary"
            autoFocus
            aria-describedby="shown-once"
            className="self-start"
          >
            Copy link
          </CopyButton>
        </section>
        <p className="text-ink-2">
          {invite.email === undefined
            ? invite.singleUse
              ? 'The first person who opens it'
              : 'Everyone who opens it'
            : invite.email}{' '}
          becomes {invite.role.name} on {groupName ?? 'this group'}. It expires{' '}
          <RelativeTime value={invite.expirationTime} />. Send it only to the people it is for.
        </p>
      </div>
      <AlertDialog
        isOpen={guard.isAsking}
        onClose={guard.keepEditing}
        title="Close without the link?"
        confirmLabel="Close without it"
        cancelLabel="Back to the link"
        onConfirm={guard.discard}
      >
        You have not copied the link, and it is never shown again. Without it you must revoke this
        invite and create a new one.
      </AlertDialog>
    </Sheet>
  );
}
