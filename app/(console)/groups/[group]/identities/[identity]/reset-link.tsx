import { OnlyHereNote } from '#components/resource/only-here-note.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';

interface Props {
  /** The name of the identity. */
  name: string;
  link: string;
  expireTime: string;
  onClose: () => void;
}

/** The link that sets a new password. It is shown only once. */
export function ResetLink({ name, link, expireTime, onClose }: Props) {
  return (
    <Dialog
      isOpen
      title="Password reset"
      onClose={onClose}
      isDismissable={false}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          Give this link to {name} in private: anyone who opens it first takes over the account. It
          works once and expires <RelativeTime value={expireTime} />.
        </p>
        <OnlyHereNote url={link} />
        <CopyText value={link} label="link" isWhole />
        <p className="text-sm text-ink-2">
          It is never shown again. If it gets lost, reset the password again.
        </p>
      </div>
    </Dialog>
  );
}
