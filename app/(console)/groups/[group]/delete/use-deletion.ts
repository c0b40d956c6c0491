'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isFatal, readSubtree, reasonOf, removeItem } from '#lib/client/guided-delete/read.ts';
import { deleteContents } from '#lib/client/guided-delete/contents.ts';
import { planDeletion } from '#lib/client/guided-delete/plan.ts';
import { confirmFirst } from '#lib/client/session/reauthentication.ts';
import { runDeletion, type RunProgress } from '#lib/client/guided-delete/run.ts';

export interface DeletionState {
  phase: 'asking' | 'reading' | 'running' | 'stopped' | 'ended';
  /** True while the last requests finish and no new ones start. */
  isStopping: boolean;
  /** The number of resources to delete, counted so far. */
  total: number;
  progress: RunProgress;
  /** The error that ended it early. Pressing Stop is not one. */
  error: unknown;
}

const NOTHING: RunProgress = { gone: 0, failures: [], kept: 0 };
const ASKING: DeletionState = {
  phase: 'asking',
  isStopping: false,
  total: 0,
  progress: NOTHING,
  error: null,
};

/**
 * Deletes a group with everything in it. Starting again, here or after a reload, continues with
 * what remains.
 */
export function useDeletion(group: { uid: string; name: string }) {
  const client = useQueryClient();
  const [state, setState] = useState(ASKING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const isAsked = useRef(false);
  /** Asks for a recent sign-in first. Resolves with whether the deletion may begin. Typed input stays meanwhile. */
  const mayStart = async (): Promise<boolean> => {
    if (isAsked.current) return false;
    isAsked.current = true;
    try {
      return await confirmFirst();
    } catch (error) {
      setState({ ...ASKING, phase: 'stopped', error });
      return false;
    } finally {
      isAsked.current = false;
    }
  };

  const start = async (hasContents: boolean, onGone: () => void) => {
    if (!(await mayStart())) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const tell = (part: Partial<DeletionState>) => setState((current) => ({ ...current, ...part }));
    setState({ ...ASKING, phase: 'reading' });
    try {
      const onRead = (more: number) =>
        setState((current) => ({ ...current, total: current.total + more }));
      const items = await readSubtree(group, onRead, signal);
      let contents = 0;
      if (hasContents) {
        await deleteContents(
          group.uid,
          (deleted, left) => {
            contents += deleted;
            const progress = { ...NOTHING, gone: contents };
            tell({ phase: 'running', total: items.length + contents + left, progress });
          },
          signal,
        );
      }
      const withContents = ({ gone, ...others }: RunProgress) => ({
        ...others,
        gone: gone + contents,
      });
      tell({ phase: 'running', total: items.length + contents });
      const progress = await runDeletion({
        units: planDeletion(items),
        remove: removeItem,
        reasonOf,
        isFatal,
        onProgress: (told) => tell({ progress: withContents(told) }),
        signal,
      });
      if (progress.gone === items.length) return onGone();
      tell({
        phase: signal.aborted ? 'stopped' : 'ended',
        progress: withContents(progress),
        isStopping: false,
      });
    } catch (error) {
      tell({ phase: 'stopped', isStopping: false, error: signal.aborted ? null : error });
    }
    void client.invalidateQueries();
  };
  const stop = () => {
    running.current?.abort();
    setState((current) => ({ ...current, isStopping: true }));
  };
  return {
    ...state,
    start: (hasContents: boolean, onGone: () => void) => void start(hasContents, onGone),
    stop,
  };
}
