import type { ShellRequest } from '#lib/client/curl.ts';

/** Of the open dialog, which loads with its first use. */
export interface ShownApiCallProps {
  requests: readonly ShellRequest[];
  onClose: () => void;
}
