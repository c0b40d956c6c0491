/** The content of a toast. */
export interface ToastMessage {
  title: string;
  description?: string;
  tone?: 'done' | 'problem';
}
