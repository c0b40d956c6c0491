/** The content of a toast. */
export interface ToastMessage {
  title: string;
  description?: string;
  tone?: 'done' | 'busy' | 'problem';
  /** What the person can do about it. The toast closes with it. */
  action?: ToastAction;
}

export interface ToastAction {
  label: string;
  /** The key that does it from anywhere but text fields, while the toast is shown. */
  shortcut: string;
  run: () => void;
}
