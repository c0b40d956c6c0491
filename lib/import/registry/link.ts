/**
 * The next page that a Link header names.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
import { RegistryError } from './errors.ts';

/** Empty parameters, as after a last semicolon, are allowed. */
const LINK = /^<([^>]*)>((?:\s*;\s*(?:[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?)*)/;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * The reference as written, often a path with a query; null on the last page.
 *
 * @throws RegistryError INVALID for a header that cannot be read. Taken for the last page, it would make
 *   everything on later pages look as if it were gone.
 */
export function nextLink(header: string | undefined): string | null {
  let rest = (header ?? '').replace(/^[\s,]+/, '');
  while (rest !== '') {
    const link = LINK.exec(rest);
    if (link === null) throw unreadableLink();
    const [whole, target = '', params = ''] = link;
    const rel = REL.exec(params);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
    rest = rest.slice(whole.length);
    if (!/^\s*(?:,|$)/.test(rest)) throw unreadableLink();
    rest = rest.replace(/^[\s,]+/, '');
  }
  return null;
}

export const unreadableLink = () =>
  new RegistryError('INVALID', 'the registry names its next page in a way that Grove cannot read');
