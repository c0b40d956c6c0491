'use client';

import { TriangleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useUnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';

export interface ShownOnceProps {
  title: string;
  /** The noun for the shown text: "link". */
  noun: string;
  text: string;
  closeHref: string;
  /** The remedy if the text is lost. */
  lost: string;
  /** Shown before the text. */
  before?: ReactNode;
  /** The purpose of the text, shown below it. */
  children: ReactNode;
}

/** A text that is never shown again. Asks before closing if it was never copied. */
export function ShownOnce(props: ShownOnceProps) {
  const { title, noun, text, closeHref, lost, children } = props;
  const router = useRouter();
  const [isCopied, setCopied] = useState(false);
  const guard = useUnsavedGuard(!isCopied);
  const close = () => guard.leave(() => router.replace(closeHref));
  return (
    <Sheet title={title} onClose={close} footer={<Button onPress={close}>Done</Button>}>
      <div className="flex flex-col gap-5">
        <p
          id="shown-once"
          className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5 font-medium text-ink"
        >
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          {`Copy this ${noun} now. It is never shown again.`}
        </p>
        {props.before}
        <section aria-labelledby="the-text" className="flex flex-col gap-2">
          <h3 id="the-text" className="text-sm font-medium first-letter:uppercase">
            {noun}
          </h3>
          <code className="rounded border border-line bg-paper-2 px-2.5 py-2 font-mono text-sm break-all whitespace-pre-wrap">
            {text}
          </code>
          <CopyButton
            text={() => text}
            isLasting
            onCopied={() => setCopied(true)}
            variant="primary"
            autoFocus
            aria-describedby="shown-once"
            className="self-start"
          >
            {`Copy ${noun}`}
          </CopyButton>
        </section>
        {children}
      </div>
      <AlertDialog
        isOpen={guard.isAsking}
        onClose={guard.keepEditing}
        title={`Close without the ${noun}?`}
        confirmLabel="Close without it"
        cancelLabel={`Back to the ${noun}`}
        onConfirm={guard.discard}
      >
        {`You have not copied the ${noun}, and it is never shown again. ${lost}`}
      </AlertDialog>
    </Sheet>
  );
}
