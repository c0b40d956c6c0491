/** The table of docs/commands.md. */
import { HELP } from '../../cli/help.ts';
import { code, table } from './tables.ts';

const isUsage = (line: string) => /^ {2}\S/.test(line);

/** The usage of each command in one line, and the first sentence of its text. */
function commandsOf(paragraph: string): (readonly [string, string])[] {
  const lines = paragraph.replaceAll(/\n {10,}/g, ' ').split('\n');
  const text = lines.filter((line) => !isUsage(line)).map((line) => line.trim());
  const [first = ''] = /^.*?[.;:](?=\s|$)/.exec(text.join(' ')) ?? [];
  return lines.filter(isUsage).map((line) => [code(line.trim()), first.replace(/[;:]$/, '.')]);
}

export function commands(): string {
  const paragraphs = HELP.split('\n\n').filter((paragraph) => paragraph.startsWith('  '));
  return table(['Command', 'Purpose'], paragraphs.flatMap(commandsOf));
}
