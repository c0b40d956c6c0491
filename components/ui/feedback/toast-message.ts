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
  /** The key that runs the action while the toast is shown, except in text fields. */
  shortcut: string;
  run: () => void;
}
