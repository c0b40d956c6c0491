/** Plain text, in which nothing can be hidden and no script runs. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}
