/** The advisories of a group and of what is below it, in the formats that scanners read. */
import { invalidArgument, invalidField, notFound } from '#lib/aip/errors.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { osvZip, vexDocument } from '#lib/export/advisories/files.ts';
import { advisory } from '#lib/resources/advisory.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { requireCapability } from '#lib/service/verbs/authorize.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { parseListRequest } from '#lib/service/verbs/filters.ts';
import type { ListParams } from '#lib/service/verbs/filters.ts';
import { scopePredicate } from '#lib/service/verbs/scope.ts';

export interface Export {
  contentType: string;
  fileName: string;
  chunks: AsyncIterable<Uint8Array>;
}

const PAGE = 100;

/**
 * @param params `group_uid`, `format` and the filters of the list.
 * @throws ApiError INVALID_ARGUMENT that names each failing parameter;
 *   PERMISSION_DENIED without `advisories.list` at the group; NOT_FOUND.
 */
export async function exportAdvisories(call: Call, params: ListParams): Promise<Export> {
  const groupUid = checkUid(params.get('group_uid')?.[0] ?? '', 'group_uid');
  requireCapability(call, 'advisories.list', groupUid);
  const where = conditionsOf(call, groupUid, params);
  const format = params.get('format')?.[0] ?? 'osv';
  if (format !== 'osv' && format !== 'openvex') {
    throw invalidField('format', 'must be osv or openvex');
  }
  if ((await committed.get('Group', groupUid)) === null) throw notFound('Group', groupUid);
  const rows = everyRow(where);
  return format === 'osv'
    ? { contentType: 'application/zip', fileName: 'advisories-osv.zip', chunks: osvZip(rows) }
    : {
        contentType: 'application/json; charset=utf-8',
        fileName: 'advisories.openvex.json',
        chunks: vexDocument(rows, config().url),
      };
}

function conditionsOf(call: Call, groupUid: string, params: ListParams): Predicate {
  const own = ['group_uid', 'format'];
  const known = [...own, ...Object.keys(advisory.filters)];
  const violations = [...params].flatMap(([field, values]) => {
    if (!known.includes(field)) return [{ field, description: 'is not a parameter here' }];
    const isRepeated = own.includes(field) && values.length > 1;
    return isRepeated ? [{ field, description: 'is given twice' }] : [];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  const filters = new Map([...params].filter(([name]) => !own.includes(name)));
  const { conditions } = parseListRequest(advisory, filters);
  const tops = call.reach.topGroups('advisories.list');
  return all(scopePredicate(advisory, { descendantsOf: groupUid }, tops), ...conditions);
}

/** By id, a page at a time as they are asked for. */
async function* everyRow(where: Predicate): AsyncGenerator<RowOf<'Advisory'>> {
  const uids = await committed.uids('Advisory', where, 'advisoryId');
  for (let at = 0; at < uids.length; at += PAGE) {
    yield* await committed.getAll('Advisory', uids.slice(at, at + PAGE));
  }
}
