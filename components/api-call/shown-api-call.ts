import type { ApiRequestError } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** Of the open dialog, which loads with its first use. */
export interface ShownApiCallProps {
  requests: readonly ShellRequest[];
  /** Why there are none: values that cannot be sent. */
  problem?: ApiRequestError;
  onClose: () => void;
}
