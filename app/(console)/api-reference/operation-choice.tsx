'use client';

import type { OperationListProps } from '#app/(console)/api-reference/operation-list.tsx';
import { Select } from '#components/ui/fields/select.tsx';

/** The operations as a menu, for narrow screens. */
export function OperationChoice(props: Omit<OperationListProps, 'version'>) {
  const { groups, selected, onSelect } = props;
  const options = groups.flatMap(({ name, operations }) =>
    operations.map(({ id, method }) => ({ id, label: `${name}: ${method} ${id}` })),
  );
  return (
    <div className="shrink-0 border-b border-line px-4 py-3 sm:px-6 lg:hidden">
      <Select
        label="Operation"
        hideLabel
        placeholder="Choose an operation"
        options={options}
        value={selected}
        onChange={onSelect}
      />
    </div>
  );
}
