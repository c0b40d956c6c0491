'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ViewsButtonProps } from '#components/resource-table/saved-views/views-button-props.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { prepareMenu } from '#components/ui/overlays/menu.tsx';
import { onMenuKey } from '#components/ui/overlays/menu-keys.ts';
import { savedViews } from '#lib/client/resources/resources.ts';

const SavedViews = later(() => import('#components/resource-table/saved-views/saved-views.tsx'));

const prepare = () => {
  prepareMenu();
  SavedViews.prepare();
};

/** The saved views of a list. Their code loads with the first use. */
export function ViewsButton(props: ViewsButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { savedView: uid } = props.view.state;
  const current = useQuery({ ...savedViews.versioned(uid), enabled: uid !== '', retry: false });
  const shown = uid === '' ? undefined : current.data;
  const open = () => {
    button.current?.focus();
    setWasOpen(true);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button
        ref={button}
        icon={Bookmark}
        onPress={open}
        onKeyDown={(event) => onMenuKey(event, { open, close })}
        onPointerEnter={prepare}
        onFocus={prepare}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className="max-w-60 min-w-0"
      >
        <span className={shown ? 'truncate' : 'max-sm:sr-only'}>
          {shown ? (
            <span>
              <span className="sr-only">View </span>
              {shown.body.name}
            </span>
          ) : (
            'Views'
          )}
        </span>
      </Button>
      {(wasOpen || uid !== '') && (
        <SavedViews
          {...props}
          current={shown}
          isLost={uid !== '' && current.isError}
          isOpen={isOpen}
          onClose={close}
          triggerRef={button}
        />
      )}
    </>
  );
}
