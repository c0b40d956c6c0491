/** Parses texts of tests, and shows each result as a line. */
import { parseAdvisories } from './parse.ts';
import { VexStatements } from './formats/vex-statements.ts';
import type { ImportedAdvisory, Parsed } from './types.ts';

/** In chunks of a few bytes, so that every boundary falls within something. */
export async function parse(content: string | Uint8Array, name = 'file'): Promise<Parsed[]> {
  const bytes = Buffer.from(content);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  const found: Parsed[] = [];
  const statements = new VexStatements();
  for await (const one of parseAdvisories({ name, chunks: chunks() }, statements)) found.push(one);
  statements.close();
  return found;
}

export async function advisories(
  content: string | Uint8Array,
  name?: string,
): Promise<ImportedAdvisory[]> {
  const parsed = await parse(content, name);
  return parsed
    .filter((one) => !('warning' in one))
    .map((one) => {
      if ('advisory' in one) return one.advisory;
      throw new Error(`${one.file}:${one.line}: ${inWords(one)}`);
    });
}

/** `line: reason` of each rejection, `line: id` of each advisory. */
export async function lines(content: string | Uint8Array, name?: string): Promise<string[]> {
  const parsed = await parse(content, name);
  return parsed.map((one) => `${one.line}: ${inWords(one)}`);
}

/** The id of an advisory; the field of a record that is refused, and why. */
export function inWords(one: Parsed): string {
  if ('problem' in one) return one.problem;
  if ('warning' in one) return `${one.field}: ${one.warning}`;
  if ('advisory' in one) return one.advisory.advisoryId;
  return one.field === '' ? one.reason : `${one.field}: ${one.reason}`;
}
