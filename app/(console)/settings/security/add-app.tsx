'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCodes } from '#app/(console)/settings/security/confirm-codes.tsx';
import { NameFactor } from '#app/(console)/settings/security/name-factor.tsx';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import {
  beginApp,
  type BegunApp,
  type RecoveryCodes,
  secondFactors,
  verifyApp,
} from '#lib/client/session/second-factors.ts';

interface Props {
  onClose: () => void;
}

const TITLE = 'Add an authenticator app';

/** Adds an app in steps: its name, its key, its first code, and the recovery codes. */
export function AddApp({ onClose }: Props) {
  const client = useQueryClient();
  const [begun, setBegun] = useState<BegunApp | null>(null);
  const [codes, setCodes] = useState<RecoveryCodes | null>(null);
  const finish = () => {
    void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    toast({
      title: 'Authenticator app added',
      description: 'Signing in now also takes its code.',
    });
    onClose();
  };
  if (codes) {
    return (
      <ConfirmCodes
        title="Save your recovery codes"
        codes={codes}
        confirmLabel="Finish"
        onConfirmed={finish}
        onClose={onClose}
        lost="The authenticator app is not added."
      />
    );
  }
  if (begun) {
    return <FirstCode begun={begun} onClose={onClose} onDone={finish} onCodes={setCodes} />;
  }
  return <Name onClose={onClose} onBegun={setBegun} />;
}

function Name({ onClose, onBegun }: Props & { onBegun: (app: BegunApp) => void }) {
  const begin = useMutation({ mutationFn: beginApp, onSuccess: onBegun });
  return (
    <NameFactor
      title={TITLE}
      noun="app"
      action={begin}
      problem="The app was not added"
      onClose={onClose}
    />
  );
}

interface FirstCodeProps {
  begun: BegunApp;
  onClose: () => void;
  onDone: () => void;
  onCodes: (codes: RecoveryCodes) => void;
}

function FirstCode({ begun, onClose, onDone, onCodes }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () => verifyApp(begun.uid, code),
    onSuccess: ({ batch, recoveryCodes }) => {
      if (batch === undefined || recoveryCodes === undefined) onDone();
      else onCodes({ batch, recoveryCodes });
    },
  });
  const wrong = violationsOf(verify.error)['code'];
  const offReason = code.trim() === '' && 'Enter the code that the app shows';
  return (
    <FormDialog
      title={TITLE}
      submitLabel="Continue"
      offReason={offReason}
      isPending={verify.isPending}
      onSubmit={() => verify.mutate()}
      onClose={onClose}
      isDismissable={false}
    >
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(begun.qrCode)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
        className="self-center rounded border border-line bg-white"
      />
      <div className="flex flex-col items-start gap-1">
        <p className="text-sm text-ink-2">If you cannot scan it, type this key into the app:</p>
        <CopyText value={begun.secret} label="key" isWhole />
      </div>
      {verify.error && wrong === undefined && (
        <ErrorPanel title="The app was not added" {...problemOf(verify.error)} />
      )}
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        value={code}
        onChange={setCode}
        errorMessage={wrong && violationText('Code', wrong)}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
