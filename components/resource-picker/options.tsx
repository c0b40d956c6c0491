'use client';

import { Check } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { optionId } from '#components/resource-picker/option-id.ts';
import { useAnchored } from '#components/resource-picker/use-anchored.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { numberText } from '#lib/client/counted.ts';

export interface PickerOption {
  uid: string;
  name: string;
  /** Distinguishes options with the same name. */
  detail: string;
}

export interface OptionsProps {
  id: string;
  label: string;
  /** "identities". */
  plural: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly PickerOption[] | undefined;
  /** The number of all matches, loaded or not. */
  total: number | undefined;
  value: string | null;
  active: number;
  text: string;
  hasMore: boolean;
  isLoading: boolean;
  error: Error | null;
  onPick: (index: number) => void;
  onMore: () => void;
  onRetry: () => void;
}

/** The distance from the end of the list, in px, at which it loads more. */
const NEAR_END = 160;

/** The options, and how many there are. The list floats above the form. */
export default function PickerOptions(props: OptionsProps) {
  const { id, options, active, error } = props;
  const isFilled = options !== undefined && options.length > 0;
  const popup = useRef<HTMLDivElement>(null);
  useAnchored(props.anchor, popup);
  useEffect(() => {
    if (active >= 0)
      document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div
      ref={popup}
      popover="manual"
      role="presentation"
      // A press in the list must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 flex animate-rise flex-col overflow-hidden rounded-lg border-0 bg-float p-0 text-ink shadow-float forced-colors:border"
    >
      <div
        id={id}
        role="listbox"
        aria-label={props.label}
        aria-busy={props.isLoading}
        tabIndex={-1}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < NEAR_END) props.onMore();
        }}
        className={cx('min-h-0 flex-auto overflow-y-auto outline-none', isFilled && 'p-1')}
      >
        {options?.map((option, index) => (
          <Option key={option.uid} option={option} index={index} list={props} />
        ))}
      </div>
      <div
        className={cx(
          'flex min-h-9 shrink-0 items-center justify-between gap-3 px-3 py-1 text-sm text-ink-2',
          isFilled && 'border-t border-line',
        )}
      >
        <span role="status" className="min-w-0">
          {error ? `The ${props.plural} could not be loaded` : statusText(props)}
        </span>
        {error ? (
          <Button size="sm" onPress={props.onRetry} tabIndex={-1}>
            Try again
          </Button>
        ) : (
          props.hasMore && (
            <Button size="sm" onPress={props.onMore} isPending={props.isLoading} tabIndex={-1}>
              Show more
            </Button>
          )
        )}
      </div>
    </div>
  );
}

function statusText({ options, total, text, plural }: OptionsProps): string {
  if (options === undefined || total === undefined) return `Loading ${plural}`;
  if (options.length === 0) {
    return text === '' ? `There are no ${plural} to choose from` : `No ${plural} match “${text}”`;
  }
  const all = numberText(total);
  return options.length < total ? `${numberText(options.length)} of ${all}` : `${all} in all`;
}

function Option(props: { option: PickerOption; index: number; list: OptionsProps }) {
  const { option, index, list } = props;
  const isSelected = option.uid === list.value;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={optionId(list.id, index)}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={list.total}
      // Picks at the press, because other options may move to this place before the release.
      onMouseDown={({ button }) => button === 0 && list.onPick(index)}
      // Screen readers may click without a press.
      onClick={() => list.onPick(index)}
      className={cx(
        'flex min-h-8 w-full items-center gap-2 rounded px-2 py-1 text-left text-base pointer-coarse:min-h-10',
        index === list.active ? 'marked bg-paper-3' : 'hover:bg-paper-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.name}</span>
        {option.detail !== '' && (
          <span className="block truncate text-sm text-ink-2">{option.detail}</span>
        )}
      </span>
      {isSelected && <Check aria-hidden size={16} className="shrink-0 text-accent" />}
    </button>
  );
}
