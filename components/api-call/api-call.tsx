'use client';

import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import type { ShownApiCallProps } from '#components/api-call/shown-api-call.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

export interface ApiCallProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  /** The requests that the person's action sends; called on press. */
  requests: () => readonly ShellRequest[];
}

/** A button that shows an action as calls of the API, to copy. */
export function ApiCall({ requests, ...button }: ApiCallProps) {
  const [shown, setShown] = useState<Pick<ShownApiCallProps, 'requests' | 'problem'> | null>(null);
  const show = () => {
    try {
      setShown({ requests: requests() });
    } catch (problem) {
      if (!(problem instanceof ApiRequestError)) throw problem;
      setShown({ requests: [], problem });
    }
  };
  return (
    <>
      <Button
        {...button}
        icon={SquareTerminal}
        onPress={show}
        onPointerEnter={ShownApiCall.prepare}
        onFocus={ShownApiCall.prepare}
      >
        API call
      </Button>
      {shown && <ShownApiCall {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** The open dialog, for an action that has no button of its own. */
export const ShownApiCall = later<ShownApiCallProps>(
  () => import('#components/api-call/api-call-dialog.tsx'),
);
