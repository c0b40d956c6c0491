'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, Link, ListX, Pencil, Plus, RotateCcw, Save, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { ViewDialog } from '#components/resource-table/saved-views/view-dialog.tsx';
import {
  columnsOf,
  isSameLayout,
  layoutOf,
} from '#components/resource-table/saved-views/view-columns.ts';
import type { ViewsButtonProps } from '#components/resource-table/saved-views/views-button-props.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { later } from '#components/ui/later.tsx';
import {
  LazyMenuPopover,
  MenuChoice,
  MenuItem,
  MenuSeparator,
} from '#components/ui/overlays/menu.tsx';
import { copyToClipboard, NOT_COPIED } from '#components/ui/text/clipboard.ts';
import { named } from '#components/ui/text/named.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import type { Received } from '#lib/client/api.ts';
import { isSameQuery, queryOfState, searchOfView } from '#lib/client/lists/saved-views.ts';
import { firstIn, parentUid, savedViewPath } from '#lib/client/paths.ts';
import { type SavedView, savedViews } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

const DeleteView = later(() => import('#components/resource-table/saved-views/delete-view.tsx'));

const NotifyDialog = later(
  () => import('#components/resource-table/saved-views/notify-dialog.tsx'),
);

interface SavedViewsProps extends ViewsButtonProps {
  /** The view that the list shows; undefined if there is none, or until it has loaded. */
  current: Received<SavedView> | undefined;
  /** Whether the view in the address does not exist, or is hidden from this person. */
  isLost: boolean;
  isOpen: boolean;
  onClose: () => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
}

type Asking = 'new' | 'edit' | 'delete' | 'notify';

/** The menu of saved views, with the actions on the current one. */
export default function SavedViews(props: SavedViewsProps) {
  const { view, columnIds, layout, onLayout, current, isOpen, onClose } = props;
  const cache = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const [asking, setAsking] = useState<Asking | null>(null);
  const collection = props.collection.split('/').at(-1) ?? '';
  const type = RESOURCE_TYPES.find((one) => entryOf(one).collection === collection);
  const isInRepo = type !== undefined && entryOf(type).container === 'repo';
  const group = isInRepo ? (parentUid(view.group) ?? '') : view.group;
  const list = useQuery({
    ...savedViews.list({
      'uidp.ancestors_of': firstIn(group),
      collection,
      order_by: 'name',
      page_size: '200',
    }),
    enabled: isOpen,
  });
  const saved = current?.body;

  const show = (other: SavedView) =>
    view.show({ ...view.read(searchOfView(other)), pageSize: view.state.pageSize });
  const leave = () => view.show({ ...view.state, savedView: '' }, { isCorrection: true });

  const { isLost } = props;
  const leaveLost = useEffectEvent(leave);
  useEffect(() => {
    if (isLost) leaveLost();
  }, [isLost]);

  // The columns are arranged when a view is opened, and when somebody has saved it again.
  const seed = saved?.updateTime;
  const isUnarranged = saved !== undefined && layout.seed !== seed;
  const arrange = (by: SavedView) => onLayout({ ...layoutOf(by.columns), seed: by.updateTime });
  const arrangeCurrent = useEffectEvent(() => {
    if (saved) arrange(saved);
  });
  useEffect(() => {
    if (isUnarranged) arrangeCurrent();
  }, [isUnarranged]);

  const now = {
    ...queryOfState(view.state),
    columns: columnsOf(layout, columnIds),
  };
  const isChanged =
    saved !== undefined &&
    !isUnarranged &&
    !(
      isSameQuery(now, queryOfState(view.read(searchOfView(saved)))) &&
      isSameLayout(layout, layoutOf(saved.columns), columnIds)
    );
  const noShare = (uid: string) => missingReason(caller?.capabilities, uid, 'saved_views.share');
  const noChange = saved?.shared === true && noShare(saved.uid);

  const saving = useMutation({
    mutationFn: async (read: Received<SavedView>) =>
      savedViews.update(read.body.uid, {
        body: now,
        updateMask: Object.keys(now),
        etag: read.etag,
      }),
    onSuccess: (answer) => {
      keep(answer);
      toast(named`View ${answer.body.name} saved`);
    },
    onError: (error, { body }) =>
      toast({ title: named`${body.name} was not saved: ${problemOf(error).why}`, tone: 'problem' }),
  });
  const keep = (answer: Received<SavedView>) => {
    cache.setQueryData([...savedViews.versioned(answer.body.uid).queryKey], answer);
    savedViews.refresh(cache);
  };
  const save = () => current && saving.mutate(current);
  const reset = () => {
    if (!saved) return;
    arrange(saved);
    show(saved);
  };
  const copy = (uid: string) =>
    void copyToClipboard(window.location.origin + savedViewPath(uid)).then((isDone) =>
      toast(isDone ? 'Link copied' : { title: NOT_COPIED, tone: 'problem' }),
    );

  const views = list.data ? savedViews.rowsOf(list.data) : [];
  const choices = (isShared: boolean) =>
    views
      .filter(({ shared }) => shared === isShared)
      .map(({ uid, name }) => ({ id: uid, label: name }));
  const choose = (uid: string) => {
    const chosen = views.find((one) => one.uid === uid);
    onClose();
    if (chosen) show(chosen);
  };
  const [own, shared] = [choices(false), choices(true)];
  return (
    <>
      {isChanged && (
        <div role="group" aria-label="Changed view" className="flex items-center gap-1">
          <span className="text-sm text-ink-2">Changed</span>
          {noChange ? (
            <Button variant="ghost" onPress={() => setAsking('new')}>
              Save as new
            </Button>
          ) : (
            <Button variant="ghost" isPending={saving.isPending} onPress={save}>
              Save
            </Button>
          )}
          <Button variant="ghost" onPress={reset}>
            Reset
          </Button>
        </div>
      )}
      {isOpen && (list.isSuccess || list.isError) && (
        <LazyMenuPopover
          label="Views"
          placement="bottom start"
          triggerRef={props.triggerRef}
          onClose={onClose}
          header={<Note isFailed={list.isError} isEmpty={views.length === 0} />}
        >
          {own.length > 0 && (
            <MenuChoice label="My views" options={own} value={saved?.uid ?? ''} onChange={choose} />
          )}
          {shared.length > 0 && (
            <MenuChoice
              label="Views of the group"
              options={shared}
              value={saved?.uid ?? ''}
              onChange={choose}
            />
          )}
          {views.length > 0 && <MenuSeparator />}
          {isChanged && (
            <MenuItem icon={Save} disabledReason={noChange} onAction={save}>
              Save changes
            </MenuItem>
          )}
          {isChanged && (
            <MenuItem icon={RotateCcw} onAction={reset}>
              Reset to the saved view
            </MenuItem>
          )}
          <MenuItem icon={Plus} onAction={() => setAsking('new')}>
            Save as new view
          </MenuItem>
          {saved && (
            <>
              <MenuItem icon={Pencil} disabledReason={noChange} onAction={() => setAsking('edit')}>
                Rename or share
              </MenuItem>
              <MenuItem
                icon={Bell}
                disabledReason={missingReason(
                  caller?.capabilities,
                  parentUid(saved.uid) ?? '',
                  'subscriptions.create',
                )}
                onAction={() => setAsking('notify')}
              >
                Notify me
              </MenuItem>
              <MenuItem icon={Link} onAction={() => copy(saved.uid)}>
                Copy link
              </MenuItem>
              <MenuItem icon={ListX} onAction={leave}>
                Leave this view
              </MenuItem>
              <MenuItem
                icon={Trash2}
                isDanger
                disabledReason={noChange}
                onAction={() => setAsking('delete')}
              >
                Delete this view
              </MenuItem>
            </>
          )}
        </LazyMenuPopover>
      )}
      {asking === 'new' && (
        <ViewDialog
          title="Save as new view"
          name=""
          isShared={false}
          noShare={noShare(group)}
          save={async (form) => savedViews.create(group, { ...now, collection, ...form })}
          onSaved={(made) => {
            savedViews.refresh(cache);
            toast(named`View ${made.name} saved`);
            setAsking(null);
            show(made);
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'edit' && current && (
        <ViewDialog
          title={`Edit ${current.body.name}`}
          name={current.body.name}
          isShared={current.body.shared}
          noShare={noShare(current.body.uid)}
          save={(named) =>
            savedViews.update(current.body.uid, {
              body: named,
              updateMask: Object.keys(named),
              etag: current.etag,
            })
          }
          onSaved={(answer) => {
            keep(answer);
            // Name and sharing do not change the list, so the columns stay.
            onLayout({ ...layout, seed: answer.body.updateTime });
            toast(named`View ${answer.body.name} saved`);
            setAsking(null);
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'notify' && saved && (
        <NotifyDialog
          view={saved}
          person={caller?.principal.name ?? ''}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && saved && (
        <DeleteView
          view={saved}
          onClose={() => setAsking(null)}
          onDeleted={() => {
            setAsking(null);
            leave();
          }}
        />
      )}
    </>
  );
}

function Note({ isFailed, isEmpty }: { isFailed: boolean; isEmpty: boolean }) {
  if (!isFailed && !isEmpty) return null;
  return (
    <p className="max-w-64 px-2 pt-1.5 pb-2 text-sm text-ink-2">
      {isFailed
        ? 'The views could not be loaded.'
        : 'No views yet. Arrange the list, then save it.'}
    </p>
  );
}
