'use client';

import { ChevronRight, RotateCw } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Row } from '#components/group-tree/rows.ts';
import { cx } from '#components/ui/text/cx.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';
import type { Group } from '#lib/client/resources/queries.ts';

const INDENT = 14;
const SKELETON_WIDTHS = ['w-24', 'w-32', 'w-20', 'w-28'];

export interface TreeRowProps {
  row: Row;
  group: Group | undefined;
  /** What tells a root group from another one of the same name. */
  mark: string | undefined;
  isFailed: boolean;
  href: string | undefined;
  isSelected: boolean;
  isActive: boolean;
  isExpanded: boolean;
  isPending: boolean;
  isLeaf: boolean;
  onToggle: () => void;
  onOpen: () => void;
  onRetry: () => void;
  onIntent: () => void;
}

/** Whether a click is a plain left click. The browser handles every other click on a link. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * One row of the tree: a link to the group. The element stays the same while it loads, so that it
 * keeps the focus.
 */
export function TreeRow(props: TreeRowProps) {
  const { row, group, isFailed } = props;
  const canExpand = group !== undefined && !props.isLeaf;
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (isFailed) props.onRetry();
    else if (group) props.onOpen();
  };
  return (
    <a
      role="treeitem"
      data-row={row.row}
      href={props.href}
      aria-level={row.level}
      aria-posinset={row.index + 1}
      aria-setsize={row.setSize}
      aria-expanded={canExpand ? props.isExpanded : undefined}
      aria-selected={props.isSelected}
      aria-current={props.isSelected ? 'page' : undefined}
      aria-busy={props.isPending || (!group && !isFailed) || undefined}
      aria-label={labelOf(props)}
      tabIndex={props.isActive ? 0 : -1}
      title={group && nameOf(group, props.mark)}
      onClick={onClick}
      onPointerEnter={props.onIntent}
      style={{ paddingLeft: 4 + (row.level - 1) * INDENT }}
      className={cx(
        'group/row flex h-full w-full cursor-pointer items-center gap-1 rounded pr-2 -outline-offset-2 select-none',
        props.isSelected ? 'marked bg-accent-soft font-medium' : 'hover:bg-paper-3',
      )}
    >
      <Toggle {...props} canExpand={canExpand} />
      <RowText {...props} />
    </a>
  );
}

const nameOf = ({ name }: Group, mark: string | undefined) =>
  mark === undefined ? name : `${name} (${mark})`;

function labelOf({ group, mark, isFailed }: TreeRowProps): string {
  if (isFailed) return 'Could not be loaded. Try again';
  if (!group) return 'Loading';
  return nameOf(group, mark);
}

function Toggle(props: TreeRowProps & { canExpand: boolean }) {
  if (props.isPending) {
    return (
      <span className="inline-flex size-6 shrink-0 items-center justify-center text-ink-3">
        <Spinner />
      </span>
    );
  }
  return (
    <span
      aria-hidden
      onClick={(event) => {
        if (!props.canExpand) return;
        event.preventDefault();
        event.stopPropagation();
        props.onToggle();
      }}
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-8',
        !props.canExpand && 'invisible',
      )}
    >
      <ChevronRight
        size={16}
        className={cx('transition-transform duration-120', props.isExpanded && 'rotate-90')}
      />
    </span>
  );
}

function RowText({ row, group, mark, isFailed }: TreeRowProps) {
  if (isFailed) {
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-sm text-danger">
        <span className="truncate">Could not be loaded.</span>{' '}
        <span className="flex shrink-0 items-center gap-1 font-medium">
          <RotateCw aria-hidden size={16} /> Try again
        </span>
      </span>
    );
  }
  if (!group) return <Skeleton className={cx('h-3', SKELETON_WIDTHS[row.index % 4])} />;
  return (
    <span className="min-w-0 flex-1 truncate">
      {group.name}
      {mark !== undefined && <span className="ml-2 text-xs font-normal text-ink-2">{mark}</span>}
    </span>
  );
}
