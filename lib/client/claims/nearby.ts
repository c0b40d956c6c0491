import { queryOptions } from '@tanstack/react-query';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { type ListQuery, readPage } from '#lib/client/resources/queries.ts';
import { uniqueRows } from '#lib/client/resources/unique.ts';
import { identities, type Identity } from '#lib/client/resources/resources.ts';

/** The most that a page of a list may have. */
const PAGE = '200';

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');

/** The name in a subject of a workflow, without ids of GitHub: `shop` of `repo:acme@12/shop@34:ref:…`. */
function nameIn(subject: string): string {
  const [, named = ''] = subject.split(':');
  return named.slice(named.lastIndexOf('/') + 1).replace(/@\d+$/, '') || subject;
}

/**
 * Identities that may be meant: those of the subject, those of the issuer, and those that were seen last, which
 * may match by a pattern. Not all: an organization may have 100,000. The server learns issuer and subject, not the
 * token nor its other claims.
 */
export function nearbyQuery(claims: Claims | null) {
  const [issuer, subject] = [textOf(claims?.['iss']), textOf(claims?.['sub'])];
  return queryOptions({
    queryKey: ['identities', 'list', 'near', issuer, subject],
    queryFn: async ({ signal }) => {
      const order_by = 'last_seen_at desc';
      const named = nameIn(subject);
      const queries: ListQuery[] = [
        ...(issuer && subject ? [{ issuer, subject }] : []),
        ...(subject ? [{ subject }] : []),
        ...(named.length > 1 ? [{ query: named.slice(0, 100) }] : []),
        ...(issuer ? [{ issuer }] : []),
        {},
      ];
      const pages = await Promise.all(
        queries.map((query) =>
          readPage<Identity>(
            identities.collection,
            { ...query, order_by, page_size: PAGE },
            signal,
          ),
        ),
      );
      return uniqueRows(pages.flatMap((page) => page.rows));
    },
    enabled: claims !== null,
  });
}
