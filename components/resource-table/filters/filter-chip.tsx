'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import {
  type ChoiceFilter,
  chosenBy,
  type FilterSpec,
  type FilterValues,
  isSet,
  selectedOf,
  withValues,
  without,
} from '#lib/client/lists/filter-spec.ts';
import {
  countedChoices,
  type NarrowedList,
} from '#components/resource-table/filters/counted-choices.tsx';
import { valueText } from '#components/resource-table/filters/filter-text.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Menu, MenuChoice, MenuChoices } from '#components/ui/overlays/menu.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { shortText } from '#components/ui/text/short-text.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { thingNamesQuery } from '#lib/client/resources/things.ts';

export interface FilterChipProps {
  spec: FilterSpec;
  values: FilterValues;
  /** The list that the filter narrows. */
  list: NarrowedList;
  onChange: (values: FilterValues) => void;
  /** Opens all filters at this one. */
  onOpen: () => void;
  /** Called on hover and focus, when the person is likely to open all filters. */
  onNear: () => void;
}

/** One filter with its value: a press changes it, the cross removes it. */
export function FilterChip({ spec, values, list, onChange, onOpen, onNear }: FilterChipProps) {
  const has = isSet(spec, values);
  const name = useName(spec, values);
  const text = has ? `${spec.label}: ${name ?? valueText(spec, values)}` : spec.label;
  return (
    <span
      className={cx(
        'inline-flex h-8 max-w-72 items-center rounded border text-base pointer-coarse:h-10',
        has ? 'border-accent bg-accent-soft' : 'border-edge bg-paper hover:bg-paper-2',
      )}
    >
      {spec.kind === 'choice' ? (
        <ChoiceMenu spec={spec} values={values} list={list} onChange={onChange} text={text} />
      ) : (
        <ChipButton
          onPress={onOpen}
          onPointerEnter={onNear}
          onFocus={onNear}
          aria-haspopup="dialog"
        >
          <span className="truncate">{text}</span>
        </ChipButton>
      )}
      {has && (
        <PlainButton
          aria-label={`Remove filter ${spec.label}`}
          onPress={() => onChange(without(spec, values))}
          className="mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-2 hover:bg-paper-3"
        >
          <X aria-hidden size={14} />
        </PlainButton>
      )}
    </span>
  );
}

/* The name of the resource whose uid is the value of the filter. */
function useName(spec: FilterSpec, values: FilterValues): string | null {
  const resource = spec.kind === 'resource' ? spec.resource : 'groups';
  const uids = spec.kind === 'resource' ? (values[spec.param] ?? []) : [];
  const isThing = resource === 'things';
  const known = useQuery(namesQuery(isThing ? 'groups' : resource, isThing ? [] : uids));
  const things = useQuery(thingNamesQuery(isThing ? uids : []));
  const { data } = isThing ? things : known;
  if (uids[0] === undefined) return null;
  return data?.get(uids[0]) ?? shortText(uids[0]);
}

function ChipButton(props: Omit<ComponentProps<typeof PlainButton>, 'className'>) {
  return (
    <PlainButton
      {...props}
      className="inline-flex h-full min-w-0 items-center gap-1.5 rounded px-2.5"
    />
  );
}

interface ChoiceMenuProps extends Pick<FilterChipProps, 'values' | 'list' | 'onChange'> {
  spec: ChoiceFilter;
  text: string;
}

function ChoiceMenu(props: ChoiceMenuProps) {
  const { spec, values, list } = props;
  const chosen = values[spec.param] ?? [];
  const set = (ids: readonly string[]) => props.onChange(withValues(values, spec.param, ids));
  return (
    <Menu
      label={spec.label}
      placement="bottom start"
      trigger={
        <ChipButton>
          <span className="truncate">{props.text}</span>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-ink-3" />
        </ChipButton>
      }
    >
      {spec.isMultiple ? (
        <MenuChoices
          label={spec.label}
          options={countedChoices(spec, list)}
          values={selectedOf(spec, chosen)}
          onChange={(selected) => set(chosenBy(spec, chosen, selected))}
        />
      ) : (
        <MenuChoice
          label={spec.label}
          options={[ANY, ...spec.options]}
          value={chosen[0] ?? ANY.id}
          onChange={(id) => set(id === ANY.id ? [] : [id])}
        />
      )}
    </Menu>
  );
}

const ANY = { id: '', label: 'Any' };
