export interface Message {
  to: string;
  subject: string;
  /** Plain text, in which nothing can be hidden and no script runs. */
  text: string;
  /** The same as a page, for messages whose parts are easier to read apart. */
  html?: string;
  /** Without brackets, where the same message may be sent twice. */
  id?: string;
  /** What ends further messages by a POST (RFC 8058). */
  unsubscribeUrl?: string;
}
