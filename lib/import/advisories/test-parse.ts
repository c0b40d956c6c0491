/** Parses what tests write, and puts what is found in a line. */
import { parseAdvisories } from './parse.ts';
import { isRejection } from './types.ts';
import type { ImportedAdvisory, Parsed } from './types.ts';

/** In chunks of a few bytes, so that every boundary falls within something. */
export async function parse(content: string | Uint8Array, name = 'file'): Promise<Parsed[]> {
  const bytes = Buffer.from(content);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  const found: Parsed[] = [];
  for await (const one of parseAdvisories({ name, chunks: chunks() })) found.push(one);
  return found;
}

export async function advisories(
  content: string | Uint8Array,
  name?: string,
): Promise<ImportedAdvisory[]> {
  const parsed = await parse(content, name);
  return parsed.map((one) => {
    if (isRejection(one)) throw new Error(`${one.file}:${one.line}: ${one.reason}`);
    return one.advisory;
  });
}

/** `line: reason` of what is rejected, `line: id` of what is not. */
export async function lines(content: string | Uint8Array, name?: string): Promise<string[]> {
  const parsed = await parse(content, name);
  return parsed.map(
    (one) => `${one.line}: ${isRejection(one) ? one.reason : one.advisory.advisoryId}`,
  );
}
