import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveLink } from '#app/(console)/settings/profile/link-code.ts';
import { linkProblem } from '#components/frame/link-problem.ts';
import { violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { beginEmailChange } from '#lib/client/session/email-change.ts';

const TITLE = 'Change your e-mail address';
const LABEL = 'New e-mail address';

interface Props {
  /** The current address. */
  email: string;
  /** Whether the current address is unverified, so that no link is sent to it. */
  isUnverified: boolean;
  onClose: () => void;
}

/** Asks for the new address, and says to which address the first link was sent. */
export function ChangeEmail({ email, isUnverified, onClose }: Props) {
  const [newEmail, setNewEmail] = useState('');
  const begin = useMutation({ mutationFn: beginEmailChange, onSuccess: leaveLink });
  const wrong = violationsOf(begin.error)['email'];
  if (begin.isSuccess) {
    return (
      <Dialog
        isOpen
        title={TITLE}
        onClose={onClose}
        footer={
          <Button variant="primary" onPress={onClose} autoFocus>
            Done
          </Button>
        }
      >
        <p>
          <span>A link is on its way to </span>
          <strong className="font-medium break-words">
            {isUnverified ? newEmail.trim() : email}
          </strong>
          <span>. Open it in this browser within 24 hours.</span>
        </p>
        {isUnverified ? (
          <p className="mt-2">It changes the address.</p>
        ) : (
          <p className="mt-2">
            <span>Another one then goes to </span>
            <strong className="font-medium break-words">{newEmail.trim()}</strong>
            <span>, and changes the address.</span>
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={TITLE}
      submitLabel="Send the link"
      offReason={newEmail.trim() === '' && 'Enter the new address first'}
      isPending={begin.isPending}
      onSubmit={() => begin.mutate(newEmail)}
      onClose={onClose}
    >
      {begin.error && wrong === undefined && (
        <ErrorPanel title="No link was sent" why={linkProblem(begin.error)} />
      )}
      <p className="text-ink-2">
        {isUnverified ? (
          <span>A link goes to the new address. Until you open it nothing changes.</span>
        ) : (
          <span>
            Both addresses have to agree: a link goes to{' '}
            <span className="break-words">{email}</span> first, then one to the new address. Until
            then nothing changes.
          </span>
        )}
      </p>
      <TextField
        label={LABEL}
        type="email"
        name="email"
        autoComplete="off"
        value={newEmail}
        onChange={setNewEmail}
        errorMessage={wrong && violationText(LABEL, wrong)}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
