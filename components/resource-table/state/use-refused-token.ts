import { useEffect } from 'react';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { withoutToken } from '#lib/client/lists/list-state.ts';

/** The API refuses the page token of another caller, such as in a sent link. The page is then found by `skip`. */
export function useRefusedToken(view: ListView, error: Error | null): void {
  const isRefused =
    view.state.pageToken !== '' &&
    error instanceof ApiRequestError &&
    'page_token' in error.violations;
  useEffect(() => {
    if (isRefused) view.show(withoutToken(view.state), { isCorrection: true });
  }, [isRefused, view]);
}
