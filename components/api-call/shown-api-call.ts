import type { ApiRequestError } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** The props of the open dialog, whose code loads with its first use. */
export interface ShownApiCallProps {
  requests: readonly ShellRequest[];
  /** Why there are no requests: a value cannot be sent. */
  problem?: ApiRequestError;
  onClose: () => void;
}
