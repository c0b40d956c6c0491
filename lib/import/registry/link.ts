/**
 * The next page that a Link header names.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
import { RegistryError } from './errors.ts';

/** Empty parameters, as after a last semicolon, are allowed. */
const LINK = /^<([^>]*)>((?:\s*;\s*(?:[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?)*)/;
const PARAM = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

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
    if (relationsIn(params).includes('next')) return target;
    rest = rest.slice(whole.length);
    if (!/^\s*(?:,|$)/.test(rest)) throw unreadableLink();
    rest = rest.replace(/^[\s,]+/, '');
  }
  return null;
}

/** Of several `rel`, the first one counts. A link without any, or in other quotes, may be the next page. */
function relationsIn(params: string): string[] {
  const all = [...params.matchAll(PARAM)];
  const [, , quoted, plain = ''] = all.find(([, name]) => name?.toLowerCase() === 'rel') ?? [];
  const relations = (quoted ?? plain).trim().toLowerCase();
  if (!/^[a-z0-9][^'"`]*$/.test(relations)) throw unreadableLink();
  return relations.split(/\s+/);
}

export const unreadableLink = () =>
  new RegistryError('INVALID', 'the registry names its next page in a way that Grove cannot read');
