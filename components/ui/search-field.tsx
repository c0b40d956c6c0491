'use client';

import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components/SearchField';
import { cx } from '#components/ui/cx.ts';
import { controlClass } from '#components/ui/field.tsx';

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className'> {
  label: string;
  placeholder?: string;
  /** Without edges, for the one field that fills its panel. */
  isBare?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A filter or search box; its label is for assistive technology, its icon for the eye. */
export function SearchField({
  label,
  placeholder,
  isBare,
  className,
  inputRef,
  ...props
}: SearchFieldProps) {
  return (
    <AriaSearchField
      {...props}
      aria-label={label}
      className={cx('group relative flex items-center', className)}
    >
      <Search aria-hidden size={16} className="pointer-events-none absolute left-2.5 text-ink-3" />
      <Input
        ref={inputRef}
        placeholder={placeholder ?? label}
        className={cx(
          isBare ? 'w-full bg-transparent text-lg outline-none' : controlClass,
          'h-8 pr-8 pl-8 pointer-coarse:h-10 pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <Button
        aria-label="Clear"
        className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm text-ink-2 group-data-empty:hidden hover:bg-paper-3"
      >
        <X aria-hidden size={16} />
      </Button>
    </AriaSearchField>
  );
}
