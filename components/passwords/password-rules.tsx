import { Check, Dot, X } from 'lucide-react';
import { cx } from '#components/ui/text/cx.ts';
import { PASSWORD_RULES, type PasswordRule } from '#lib/auth/password-rules.ts';

type State = 'unknown' | 'met' | 'unmet';

interface Props {
  password: string;
  words: readonly string[];
  /** Undefined while they load. */
  common: ReadonlySet<string> | undefined;
}

const LOOK = {
  unknown: { Icon: Dot, label: '', color: 'text-ink-3' },
  met: { Icon: Check, label: ', met', color: 'text-accent' },
  unmet: { Icon: X, label: ', not met', color: 'text-danger' },
} as const;

/** Each rule, and whether the password meets it. */
export function PasswordRules({ password, words, common }: Props) {
  const stateOf = ({ id, violation }: PasswordRule): State => {
    if (password === '' || (id === 'GUESSABLE' && common === undefined)) return 'unknown';
    const isCommon = (text: string) => common?.has(text) === true;
    return violation(password, { words, isCommon }) === null ? 'met' : 'unmet';
  };
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {PASSWORD_RULES.map((rule) => {
        const { Icon, label, color } = LOOK[stateOf(rule)];
        return (
          <li key={rule.id} className="flex items-start gap-1.5">
            <Icon aria-hidden size={14} className={cx('mt-0.75 shrink-0', color)} />
            <span>
              {rule.label}
              {label !== '' && <span className="sr-only">{label}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
