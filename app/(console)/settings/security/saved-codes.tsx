'use client';

import { Download, TriangleAlert } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { download } from '#lib/client/download.ts';

interface Props {
  codes: readonly string[];
  isSaved: boolean;
  onSaved: (isSaved: boolean) => void;
}

/** Shows recovery codes once, with a box that confirms that they are saved. */
export function SavedCodes({ codes, isSaved, onSaved }: Props) {
  const text = () => `${codes.join('\n')}\n`;
  const save = () => download([text()], 'grove-recovery-codes.txt', 'text/plain');
  return (
    <div className="flex flex-col gap-4">
      <p className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5 font-medium text-ink">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
        Save these codes now. They are never shown again.
      </p>
      <p className="text-ink-2">
        Each one signs you in once, with your password, if you have neither your passkey nor your
        authenticator app. Keep them where you would find them without those.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-2 gap-y-1 rounded border border-line bg-paper-2 px-2 py-2.5 sm:px-3 font-mono text-sm min-[24rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} isLasting autoFocus>
          Copy codes
        </CopyButton>
        <Button icon={Download} onPress={save}>
          Download codes
        </Button>
      </div>
      <Checkbox isSelected={isSaved} onChange={onSaved}>
        I have saved these codes
      </Checkbox>
    </div>
  );
}
