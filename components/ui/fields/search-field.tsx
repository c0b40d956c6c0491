'use client';

import { Search, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type Ref, useRef } from 'react';
import { cx } from '#components/ui/text/cx.ts';
import { controlClass } from '#components/ui/fields/field.tsx';

export interface SearchFieldProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onSubmit' | 'className' | 'type'
> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onSubmit?: (value: string) => void;
  /** Called by the clear button and by Escape. */
  onClear?: () => void;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A filter or search box with an icon; assistive technology reads its label. */
export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  onClear,
  className,
  inputRef,
  ...props
}: SearchFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange('');
    onClear?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onSubmit?.(value);
    props.onKeyDown?.(event);
    if (event.key !== 'Escape' || value === '') return;
    // Escape clears the field only; it must not close the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    clear();
  };
  return (
    <div ref={box} className={cx('relative flex items-center', className)}>
      <Search aria-hidden size={16} className="pointer-events-none absolute left-2.5 text-ink-3" />
      <input
        placeholder={label}
        autoComplete="off"
        {...props}
        ref={inputRef}
        data-autofocus={props.autoFocus || undefined}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          controlClass,
          'h-8 pr-8 pl-8 pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear"
          onClick={() => {
            clear();
            box.current?.querySelector('input')?.focus();
          }}
          className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm text-ink-2 hover:bg-paper-3"
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </div>
  );
}
