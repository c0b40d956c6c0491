/** The advisories of a group and of all groups below it, in the formats that other tools read. */
import { setImmediate } from 'node:timers/promises';
import { invalidArgument, invalidField } from '#lib/aip/errors.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { recordJoined } from '#lib/audit/attempts.ts';
import { eventOf } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import { archived, osvFiles, vexDocument, yamlFiles } from '#lib/export/advisories/files.ts';
import type { Archive } from '#lib/export/advisories/files.ts';
import { advisory } from '#lib/resources/advisory.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { all, isIn, type Predicate } from '#lib/store/predicates.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { committed } from '#lib/store/store.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { askerOf, type Call } from '#lib/service/calls/call.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { parseListRequest, type ListParams } from '#lib/service/calls/filters.ts';
import { scopePredicate } from '#lib/service/calls/scope.ts';
import { stillSees } from '#lib/service/verbs/list-rights.ts';
import { streamWithSlot } from './file-concurrency.ts';

export interface Export {
  contentType: string;
  fileName: string;
  chunks: AsyncIterable<Uint8Array>;
}

type Row = Advisory;

const PAGE = 100;

const FORMATS = ['osv', 'openvex', 'yaml'] as const;
const ARCHIVES: readonly Archive[] = ['zip', 'tar.gz'];

/**
 * @param params `group_uid`, `format`, `archive` and the filters of the list.
 * @param accepted the media types that the caller accepts, as `Accept` names them.
 * @throws ApiError INVALID_ARGUMENT that names each failing parameter;
 *   PERMISSION_DENIED without `advisories.list` at the group; NOT_FOUND; RESOURCE_EXHAUSTED if the
 *   caller already runs as many exports as allowed.
 */
export async function exportAdvisories(
  call: Call,
  params: ListParams,
  accepted: string,
): Promise<Export> {
  const groupUid = checkUid(params.get('group_uid')?.[0] ?? '', 'group_uid');
  await requireAt(call, advisory, 'export', 'advisories.list', groupUid);
  const where = conditionsOf(call, groupUid, params);
  const format = oneOf(FORMATS, 'format', params) ?? 'osv';
  const archive = oneOf(ARCHIVES, 'archive', params);
  if (archive !== undefined && format === 'openvex') {
    throw invalidField('archive', 'must be absent where the format is one document');
  }
  const group = await committed.existing('Group', groupUid);
  const by = format === 'yaml' ? 'artifactName' : 'advisoryId';
  const exported = (chunksOf: (rows: AsyncIterable<Row>) => AsyncIterable<Uint8Array>) =>
    streamWithSlot('exports', call, async () =>
      chunksOf(
        everyRow(call, await committed.uids('Advisory', where, by, await askerOf(call)), by),
      ),
    );
  await transactionIn(groupUid, (tx) =>
    recordJoined(tx, {
      ...actorOf(call, groupUid),
      ...eventOf(advisory, 'export', groupUid),
      after: { name: group.name, format },
    }),
  );
  if (format === 'openvex') {
    return {
      contentType: 'application/json; charset=utf-8',
      fileName: 'advisories.openvex.json',
      chunks: await exported((rows) => vexDocument(rows, config().url)),
    };
  }
  const kind = archive ?? (acceptsOnlyGzip(accepted) ? 'tar.gz' : 'zip');
  const filesOf = format === 'osv' ? osvFiles : yamlFiles;
  return {
    contentType: kind === 'zip' ? 'application/zip' : 'application/gzip',
    fileName: `advisories-${format}.${kind}`,
    chunks: await exported((rows) => archived(filesOf(rows), kind)),
  };
}

/** @throws ApiError INVALID_ARGUMENT if the value is given but is none of these. */
function oneOf<Value extends string>(
  values: readonly Value[],
  name: string,
  params: ListParams,
): Value | undefined {
  const given = params.get(name)?.[0];
  if (given === undefined) return undefined;
  const value = values.find((one) => one === given);
  if (value === undefined) throw invalidField(name, `must be one of ${values.join(', ')}`);
  return value;
}

const acceptsOnlyGzip = (accepted: string) =>
  /\bapplication\/(?:x-)?gzip\b/i.test(accepted) && !/\bapplication\/zip\b|\*\//i.test(accepted);

function conditionsOf(call: Call, groupUid: string, params: ListParams): Predicate {
  const own = ['group_uid', 'format', 'archive'];
  const known = [...own, ...Object.keys(advisory.filters)];
  const violations = [...params].flatMap(([field, values]) => {
    if (!known.includes(field)) return [{ field, description: 'is not a parameter here' }];
    const isRepeated = own.includes(field) && values.length > 1;
    return isRepeated ? [{ field, description: 'is given twice' }] : [];
  });
  if (violations.length > 0) throw invalidArgument(violations);
  const filters = new Map([...params].filter(([name]) => !own.includes(name)));
  const { conditions } = parseListRequest(advisory, filters);
  const topGroups = call.reach.topGroups('advisories.list');
  return all(scopePredicate(advisory, { descendantsOf: groupUid }, topGroups), ...conditions);
}

/**
 * Each page is read when it is needed, and ends early where advisories are large. Other requests have
 * their turn after each row. The connection breaks off if the caller may no longer see
 * it: half of an export must not look like a whole one.
 */
async function* everyRow(
  call: Call,
  uids: readonly string[],
  column: 'advisoryId' | 'artifactName',
): AsyncGenerator<Row> {
  let current = call;
  for (let at = 0; at < uids.length; at += PAGE) {
    let rest = uids.slice(at, at + PAGE);
    while (rest.length > 0) {
      const { rows } = await committed.page('Advisory', {
        where: isIn('uid', rest),
        place: null,
        order: { column, descending: false },
        cursor: null,
        skip: 0,
        limit: rest.length + 1,
        isCounted: false,
      });
      current = await stillSees(advisory, current, new Map());
      for (const row of rows) {
        yield row;
        await setImmediate();
      }
      const read = new Set(rows.map(({ uid }) => uid));
      rest = rows.length === 0 ? [] : rest.filter((uid) => !read.has(uid));
    }
  }
}
