'use client';

import { type KeyboardEvent, useMemo, useState } from 'react';
import type {
  PickerResource,
  PickerRows,
  PickerScope,
} from '#components/resource-picker/sources.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import { usePickedRow, usePickerRows } from '#components/resource-picker/use-picker-rows.ts';
import { optionOf } from '#components/resource-picker/words.ts';
import { lookAlikes } from '#lib/client/lists/look-alikes.ts';
import { markedName } from '#lib/client/session/organizations.ts';

/** Milliseconds without typing before a search starts. */
const REST_MS = 180;

const EVERYTHING: PickerScope = {};

export interface PickerModelOptions<R extends PickerResource> {
  resource: R;
  scope?: PickerScope | undefined;
  value: string | null;
  valueName?: string | undefined;
  isRequired?: boolean | undefined;
  onChange: (uid: string | null, row: PickerRows[R] | null) => void;
}

/** The name of the picked resource, with what tells a root group from another one of the same name. */
const shownName = (
  uid: string | null,
  name: string | undefined,
  marks: ReadonlyMap<string, string>,
): string | undefined =>
  uid === null || name === undefined ? name : markedName({ uid, name }, marks);

/** The state and actions of a picker: the text in the field, its options, the highlighted one. */
export function usePicker<R extends PickerResource>(options: PickerModelOptions<R>) {
  const { resource, scope = EVERYTHING, value, isRequired, onChange } = options;
  const [isOpen, setOpen] = useState(false);
  // Null while nothing is typed; the field then shows the picked option.
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [picked, setPicked] = useState<PickerRows[R] | null>(null);
  const text = useDebounced(typed?.trim() ?? '', REST_MS);
  const found = usePickerRows({ resource, scope, text, isEnabled: isOpen });
  const known = picked?.uid === value ? picked : null;
  const isNamed = known !== null || options.valueName !== undefined;
  const read = usePickedRow(resource, isNamed ? null : value);
  const marks = useMarks();
  const name = shownName(value, known?.name ?? options.valueName ?? read?.name, marks);
  const { rows, holders } = found;
  const list = useMemo(() => {
    const alike = lookAlikes(rows ?? []);
    return rows?.map((row) => optionOf(row, holders, alike, marks));
  }, [rows, holders, marks]);

  // The options may still belong to the previous text, so Enter picks none of them.
  const isSettled = !found.isPlaceholderData && text === (typed?.trim() ?? '');
  const marked = isSettled && active < (rows?.length ?? 0) ? active : -1;

  const more = () => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };
  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setActive(-1);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const pick = (index: number) => {
    const row = rows?.[index];
    if (!row) return;
    setPicked(row);
    onChange(row.uid, row);
    close();
  };
  const clear = () => {
    onChange(null, null);
    close();
  };
  const move = (to: number) => {
    const count = rows?.length ?? 0;
    if (count === 0 || !isSettled) return;
    setActive(Math.max(0, Math.min(to, count - 1)));
    if (to >= count - 5) more();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => (isOpen ? move(marked + 1) : open()),
      ArrowUp: () => (isOpen ? move(marked - 1) : open()),
      ...(isOpen && {
        PageDown: () => move(marked + 8),
        PageUp: () => move(marked - 8),
        Escape: close,
        // Enter never submits the form while the list is open.
        Enter: () => pick(marked),
      }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return {
    isOpen,
    active: marked,
    text,
    list,
    total: found.total,
    hasMore: found.hasNextPage,
    isLoading: found.isFetching,
    error: found.isError && !found.data ? found.error : null,
    shown: typed ?? name ?? '',
    isUnknown: value !== null && !isNamed && read === null,
    isReading: value !== null && name === undefined && read === undefined,
    type: (next: string) => {
      setTyped(next);
      setActive(next.trim() === '' ? -1 : 0);
      setOpen(true);
    },
    /**
     * Clearing the field removes an optional value. Any other text that was not picked is
     * discarded.
     */
    leave: () => (typed?.trim() === '' && !isRequired && value !== null ? clear() : close()),
    open,
    close,
    clear,
    pick,
    more,
    retry: () => void found.refetch(),
    onKeyDown,
  };
}
