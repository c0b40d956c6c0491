'use client';

import { Check, ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { cx } from '#components/ui/cx.ts';
import { controlClass, FieldHelp, FieldLabel, type FieldTextProps } from '#components/ui/field.tsx';
import { popoverClass, popoverItemClass } from '#components/ui/popover-style.ts';

export interface SelectOption<Id extends string = string> {
  id: Id;
  label: string;
  description?: string;
}

export interface SelectProps<Id extends string> extends FieldTextProps {
  options: readonly SelectOption<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  placeholder?: string;
  name?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  className?: string;
}

/** A choice of one from a short, fixed list. */
export function Select<Id extends string>({ options, ...props }: SelectProps<Id>) {
  return (
    <AriaSelect
      value={props.value}
      onChange={(key) => key !== null && props.onChange(key as Id)}
      placeholder={props.placeholder ?? 'Choose'}
      isInvalid={Boolean(props.errorMessage)}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      {...(props.name && { name: props.name })}
      className={cx('flex flex-col gap-1', props.className)}
    >
      <FieldLabel {...props} />
      <Button
        className={cx(
          controlClass,
          'flex h-8 items-center justify-between gap-2 pr-2 pl-2.5 pointer-coarse:h-10',
        )}
      >
        <SelectValue className="truncate data-placeholder:text-ink-3 [&_[slot=description]]:hidden [&_svg]:hidden" />
        <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-ink-3" />
      </Button>
      <FieldHelp {...props} />
      <Popover className={popoverClass}>
        <ListBox items={options} className="outline-none">
          {(option) => <Option {...option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

function Option(option: SelectOption) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className={cx(popoverItemClass, 'group/option')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <Text slot="label">{option.label}</Text>
        {option.description && (
          <Text slot="description" className="text-sm text-ink-2">
            {option.description}
          </Text>
        )}
      </span>
      <Check
        aria-hidden
        size={16}
        className="invisible shrink-0 text-accent group-data-selected/option:visible"
      />
    </ListBoxItem>
  );
}
