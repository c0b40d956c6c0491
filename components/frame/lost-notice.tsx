'use client';

import { useRef } from 'react';
import { type LostGroup, lostReason } from '#components/frame/use-lost-group.ts';
import { NearestAbove } from '#components/frame/nearest-above.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { typedText } from '#components/ui/fields/typed-text.ts';

/** In a sheet over a group that somebody deleted: what was typed can still be copied. */
export default function LostNotice({ lost }: { lost: LostGroup }) {
  const place = useRef<HTMLDivElement>(null);
  const typed = () => {
    const sheet = place.current?.closest('dialog');
    return sheet ? typedText(sheet) : '';
  };
  return (
    <div ref={place}>
      <ErrorPanel
        title={lostReason(lost)}
        why={
          lost.isDeleted
            ? 'Somebody deleted this group while you had it open. What you typed stays here, but cannot be saved.'
            : 'Somebody deleted this group, or removed your access to it. What you typed stays here, but cannot be saved.'
        }
        remedy={
          <div className="flex flex-wrap gap-2 pt-1">
            <CopyButton size="sm" text={typed}>
              Copy what you typed
            </CopyButton>
            <NearestAbove uid={lost.uid} size="sm" />
          </div>
        }
      />
    </div>
  );
}
