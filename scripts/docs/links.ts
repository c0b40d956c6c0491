/** Links between the documents: each names a file, and a heading if it names one, that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { headingSlug } from '../lib/documents.mjs';

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '');

function headings(path: string): string[] {
  const text = withoutCode(readFileSync(path, 'utf8'));
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => headingSlug(heading));
}

/** @returns a line for each link that leads nowhere. */
export function brokenLinks(path: string): string[] {
  const text = withoutCode(readFileSync(path, 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target) && !leads(path, target))
    .map((target) => `${path}: the link ${target} leads nowhere`);
}

function leads(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(path)) return false;
  return heading === undefined || headings(path).includes(heading);
}
