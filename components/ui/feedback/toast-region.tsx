'use client';

import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';
import type { ToastAction, ToastMessage } from '#components/ui/feedback/toast-message.ts';
import { Kbd } from '#components/ui/text/kbd.tsx';

export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** The toasts of the page. They are centred, because the footer has buttons at its sides. */
export default function ToastRegion() {
  return (
    <I18nProvider locale="en">
      <AriaToastRegion
        queue={queue}
        aria-label="Notifications"
        className="fixed inset-x-4 top-2 z-50 flex flex-col gap-2 outline-none sm:top-auto sm:right-auto sm:bottom-4 sm:left-1/2 sm:w-90 sm:-translate-x-1/2 sm:flex-col-reverse"
      >
        {({ toast: item }) => (
          <AriaToast
            toast={item}
            className="flex animate-rise items-start gap-2.5 rounded-lg bg-float py-2 pr-2 pl-3 shadow-float forced-colors:border"
          >
            <Sign tone={item.content.tone} />
            <ToastContent className="flex max-h-[40dvh] min-w-0 flex-1 flex-col overflow-y-auto py-1.5 wrap-anywhere">
              <Text slot="title" className="font-medium">
                {item.content.title}
              </Text>
              {item.content.description && (
                <Text slot="description" className="text-sm text-ink-2">
                  {item.content.description}
                </Text>
              )}
            </ToastContent>
            {item.content.action && <Action itemKey={item.key} action={item.content.action} />}
            <IconButton label="Dismiss" icon={X} onPress={() => queue.close(item.key)} />
          </AriaToast>
        )}
      </AriaToastRegion>
    </I18nProvider>
  );
}

function Sign({ tone }: Pick<ToastMessage, 'tone'>) {
  const shared = { 'aria-hidden': true, size: 16, className: 'mt-2 shrink-0' } as const;
  if (tone === 'busy') return <Spinner className="mt-2" />;
  return tone === 'problem' ? (
    <TriangleAlert {...shared} className="mt-2 shrink-0 text-danger" />
  ) : (
    <CircleCheck {...shared} className="mt-2 shrink-0 text-accent" />
  );
}

/** The newest toasts come first. */
const isNewest = (key: string) =>
  queue.visibleToasts.find(({ content }) => content.action)?.key === key;

function Action({ itemKey, action }: { itemKey: string; action: ToastAction }) {
  const { label, shortcut, run } = action;
  const act = () => {
    queue.close(itemKey);
    run();
  };
  useShortcuts({ [shortcut]: isNewest(itemKey) ? act : undefined });
  return (
    <Button aria-keyshortcuts={shortcut} onPress={act}>
      {label}
      <Kbd className="pointer-coarse:hidden">{shortcut}</Kbd>
    </Button>
  );
}
