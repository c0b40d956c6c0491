/**
 * The next page that a Link header names.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */

const LINK = /^<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/** The reference as written, often a path with a query; null on the last page. */
export function nextLink(header: string | undefined): string | null {
  let rest = (header ?? '').replace(/^[\s,]+/, '');
  while (rest !== '') {
    const link = LINK.exec(rest);
    if (link === null) return null;
    const [whole, target = '', params = ''] = link;
    const rel = REL.exec(params);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
    rest = rest.slice(whole.length);
    if (rest !== '' && !/^\s*,/.test(rest)) return null;
    rest = rest.replace(/^[\s,]+/, '');
  }
  return null;
}
