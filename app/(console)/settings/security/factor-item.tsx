import type { LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { SecondFactor } from '#lib/client/session/second-factors.ts';

interface Props {
  factor: SecondFactor;
  icon: LucideIcon;
  onRemove: () => void;
}

/** An authenticator app or a passkey in its list. */
export function FactorItem({ factor, icon: Icon, onRemove }: Props) {
  const { name, createTime, lastUsedTime } = factor;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          <span>
            Added <RelativeTime value={createTime} />
          </span>
          <span>
            {lastUsedTime === undefined ? (
              'Not used to sign in yet'
            ) : (
              <>
                Last used <RelativeTime value={lastUsedTime} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button size="sm" onPress={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
