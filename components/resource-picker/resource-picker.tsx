'use client';

import { ChevronsUpDown, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { optionId } from '#components/resource-picker/option-id.ts';
import type { PickerResource } from '#components/resource-picker/sources.ts';
import { type PickerModelOptions, usePicker } from '#components/resource-picker/use-picker.ts';
import { PLURALS } from '#components/resource-picker/words.ts';
import { later } from '#components/ui/later.tsx';
import { cx } from '#components/ui/text/cx.ts';
import {
  controlClass,
  FieldHelp,
  FieldLabel,
  type FieldTextProps,
  useFieldId,
} from '#components/ui/fields/field.tsx';

const PickerOptions = later(() => import('#components/resource-picker/options.tsx'));

export interface ResourcePickerProps<R extends PickerResource>
  extends PickerModelOptions<R>, FieldTextProps {
  /** The path of the field in its form, so that the form can focus it after an error. */
  name?: string;
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
  className?: string;
}

/**
 * Picks one identity, role or group out of any number: the server searches, scrolling loads more
 * pages, and the list shows the total. A combobox as WAI-ARIA describes it.
 * `value` is a uid; `onChange` receives the uid and the row. Pass a known name as `valueName` to
 * save a request.
 */
export function ResourcePicker<R extends PickerResource>(props: ResourcePickerProps<R>) {
  const { value, label, isRequired, isDisabled } = props;
  const picker = usePicker(props);
  const field = useFieldId(props);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Typing replaces the name of the picked option.
  useEffect(() => {
    if (picker.isOpen || picker.shown === '' || document.activeElement !== input.current) return;
    input.current?.select();
  }, [picker.isOpen, picker.shown]);
  const plural = PLURALS[props.resource];
  const canClear = value !== null && !isRequired && !isDisabled;
  const empty = picker.isReading ? 'Loading' : (props.placeholder ?? `Search ${plural}`);
  return (
    <div className={cx('flex flex-col gap-1', props.className)}>
      <FieldLabel id={field.id} {...props} />
      <div ref={box} className="relative">
        <input
          {...field}
          ref={input}
          type="text"
          role="combobox"
          name={props.name}
          value={picker.isUnknown ? (value ?? '') : picker.shown}
          placeholder={empty}
          disabled={isDisabled}
          data-autofocus={props.autoFocus || undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={picker.isOpen}
          aria-controls={picker.isOpen ? listId : undefined}
          aria-activedescendant={picker.active >= 0 ? optionId(listId, picker.active) : undefined}
          aria-required={isRequired || undefined}
          onChange={(event) => picker.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onClick={picker.open}
          onBlur={picker.leave}
          onKeyDown={picker.onKeyDown}
          className={cx(
            controlClass,
            'h-8 truncate pl-2.5 pointer-coarse:h-10',
            canClear ? 'pr-15' : 'pr-8',
          )}
        />
        {canClear && (
          <button
            type="button"
            aria-label={`Clear ${label.toLowerCase()}`}
            onClick={() => {
              picker.clear();
              input.current?.focus();
            }}
            className="absolute top-1/2 right-8 inline-flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-ink-2 hover:bg-paper-3"
          >
            <X aria-hidden size={16} />
          </button>
        )}
        <ChevronsUpDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
        />
      </div>
      <FieldHelp id={field.id} {...props} />
      {picker.isOpen && (
        <PickerOptions
          id={listId}
          label={label}
          plural={plural}
          anchor={box}
          options={picker.list}
          total={picker.total}
          value={value}
          active={picker.active}
          text={picker.text}
          hasMore={picker.hasMore}
          isLoading={picker.isLoading}
          error={picker.error}
          onPick={picker.pick}
          onMore={picker.more}
          onRetry={picker.retry}
        />
      )}
    </div>
  );
}
