import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { SecondFactor } from '#lib/client/session/second-factors.ts';

interface Props {
  factor: SecondFactor;
  icon: LucideIcon;
  /** Its buttons. */
  children?: ReactNode;
}

/** An authenticator app or a passkey in its list. */
export function FactorItem({ factor, icon: Icon, children }: Props) {
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
              'Not used yet'
            ) : (
              <span>
                Last used <RelativeTime value={lastUsedTime} />
              </span>
            )}
          </span>
        </p>
      </div>
      {children}
    </li>
  );
}
