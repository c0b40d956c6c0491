import { useEffect } from 'react';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { withoutToken } from '#lib/client/lists/list-state.ts';

/** A token in a link from somebody else is refused; the page is then found by counting. */
export function useRefusedToken(view: ListView, error: Error | null): void {
  const isRefused =
    view.state.pageToken !== '' &&
    error instanceof ApiRequestError &&
    'page_token' in error.violations;
  useEffect(() => {
    if (isRefused) view.show(withoutToken(view.state), { isCorrection: true });
  }, [isRefused, view]);
}
