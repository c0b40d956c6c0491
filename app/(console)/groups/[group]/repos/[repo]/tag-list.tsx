'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy, Layers2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { later } from '#components/ui/later.tsx';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { copyToClipboard, NOT_COPIED } from '#components/ui/text/clipboard.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { sizeText } from '#components/ui/text/size-text.ts';
import { attachedText, kindOf } from '#app/(console)/groups/[group]/repos/[repo]/attached-kinds.ts';
import { TAG_LIST } from '#app/(console)/groups/[group]/repos/[repo]/tag-list-offer.ts';
import { tags, type Tag } from '#lib/client/resources/resources.ts';

const SameDigest = later(
  () => import('#app/(console)/groups/[group]/repos/[repo]/same-digest.tsx'),
);

const Attached = later(() => import('#app/(console)/groups/[group]/repos/[repo]/attached.tsx'));

interface Opens {
  onElsewhere: (tag: Tag) => void;
  onAttached: (tag: Tag) => void;
}

const columnsWith = ({ onElsewhere, onAttached }: Opens): readonly ResourceColumn<Tag>[] => [
  {
    id: 'name',
    header: 'Tag',
    order: 'version',
    width: '24%',
    cell: (tag) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="truncate font-mono">{tag.name}</span>
        {tag.deprecated && <Badge tone="warn">Deprecated</Badge>}
        {tag.referrers.length > 0 && <AttachedButton tag={tag} onPress={() => onAttached(tag)} />}
      </span>
    ),
  },
  {
    id: 'digest',
    header: 'Digest',
    isFact: true,
    cell: (tag) => (
      <span className="inline-flex max-w-full items-center">
        <CopyText value={tag.digest} label="digest" />
        <IconButton
          size="sm"
          icon={Layers2}
          label={`Other tags with the digest of ${tag.name}`}
          onPress={() => onElsewhere(tag)}
        />
      </span>
    ),
  },
  {
    id: 'architectures',
    header: 'Architectures',
    width: 176,
    cell: ({ architectures }) => architectures.join(', '),
  },
  {
    id: 'size',
    header: 'Size',
    width: 96,
    isNumber: true,
    cell: ({ sizeBytes }) => sizeText(Number(sizeBytes)),
  },
  {
    id: 'updated',
    header: 'Updated',
    order: 'updated_at',
    width: 112,
    isFact: true,
    cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
  },
];

function AttachedButton({ tag, onPress }: { tag: Tag; onPress: () => void }) {
  const types = tag.referrers.map(({ artifactType }) => artifactType);
  return (
    <PlainButton
      className="inline-flex shrink-0 rounded-sm hover:brightness-95"
      hint={[...new Set(types.map(kindOf))].join(', ')}
      aria-label={`${attachedText(types)}, of ${tag.name}`}
      onPress={onPress}
    >
      <Badge>{attachedText(types)}</Badge>
    </PlainButton>
  );
}

/** How often a visible list refetches. */
const FRESH_MS = 5_000;

const uidOf = ({ uid }: Tag) => uid;
const nameOf = ({ name }: Tag) => name;

interface TagListProps {
  repo: string;
  /** The command that pulls a tag or a digest; absent if no registry is known. */
  pull: ((reference: string) => string) | undefined;
}

const copyCommand = (command: string) =>
  void copyToClipboard(command).then((isDone) =>
    toast(isDone ? 'Command copied' : { title: NOT_COPIED, tone: 'problem' }),
  );

/** The tags of a repository and the artifacts that are attached to their images, the latest change first. */
export function TagList({ repo, pull }: TagListProps) {
  const [elsewhere, setElsewhere] = useState<Tag | null>(null);
  const [withAttached, setWithAttached] = useState<Tag | null>(null);
  const columns = useMemo(
    () => columnsWith({ onElsewhere: setElsewhere, onAttached: setWithAttached }),
    [],
  );
  const view = useListState(repo, TAG_LIST, tags.list);
  const result = useQuery({
    ...tags.list(view.query),
    placeholderData: keepPreviousData,
    // Polls, so that new pushes appear.
    refetchInterval: FRESH_MS,
  });
  return (
    <>
      <ResourceTable
        label="Tags"
        view={view}
        result={result}
        rows={result.data?.tags}
        collection={tags.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        isFlat
        {...(pull && {
          menuOf: ({ name, digest, deprecated }: Tag) => (
            <>
              <MenuItem
                icon={Copy}
                onAction={() => copyCommand(pull(`:${name}`))}
                disabledReason={deprecated && 'The registry no longer has this tag'}
              >
                Copy docker pull by tag
              </MenuItem>
              <MenuItem icon={Copy} onAction={() => copyCommand(pull(`@${digest}`))}>
                Copy docker pull by digest
              </MenuItem>
            </>
          ),
        })}
        empty={<EmptyState title="No tags">This repository has no tags.</EmptyState>}
      />
      {withAttached && <Attached tag={withAttached} onClose={() => setWithAttached(null)} />}
      {elsewhere && <SameDigest tag={elsewhere} onClose={() => setElsewhere(null)} />}
    </>
  );
}
