'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PasswordQuestion } from '#app/(console)/settings/security/password-question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import {
  type AuthenticatorApp,
  removeApp,
  secondFactors,
} from '#lib/client/session/second-factors.ts';

interface Props {
  app: AuthenticatorApp;
  isLast: boolean;
  isPasswordNeeded: boolean;
  onClose: () => void;
}

/** Says what removing an app means, and removes it. */
export function RemoveApp({ app, isLast, isPasswordNeeded, onClose }: Props) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: (password: string) => removeApp(app.uid, password),
    onSuccess: () => {
      toast('Authenticator app removed');
      onClose();
      void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    },
  });
  return (
    <PasswordQuestion
      title={`Remove ${app.name}?`}
      confirmLabel="Remove app"
      variant="danger"
      problem="The app was not removed"
      isPasswordNeeded={isPasswordNeeded}
      action={removing}
      onClose={onClose}
    >
      {isLast
        ? 'It is your last one. From now on your password alone signs you in, and your recovery codes no longer work.'
        : 'Its codes no longer sign you in.'}
    </PasswordQuestion>
  );
}
