import { formOf } from '#lib/client/counted.ts';

/** Says how many organizations ask the person to join, within a sentence. */
export const askingText = (asking: number): string =>
  formOf(asking, ['an organization asks you to join', `${asking} organizations ask you to join`]);

/** The same as a sentence of its own. */
export function askingSentence(asking: number): string {
  const text = askingText(asking);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
