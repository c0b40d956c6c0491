import { fieldViolationsOf, invalidField, isApiError, refusal } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { requireRepresentativeAt } from '#lib/auth/own-identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { ViewFilter } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { parseListRequest } from '#lib/service/calls/filters.ts';
import { listCapability, NOBODY } from '#lib/service/calls/sight.ts';
import type { Rules } from './rules.ts';

/** Anyone who sees a group may keep views there, so each person may only keep so many. */
export const MAX_OWN_VIEWS = 100;

/** A view has no group and no page of its own. */
const isOfView = (parameter: string) =>
  !parameter.startsWith('uidp.') && !['page_size', 'page_token', 'skip'].includes(parameter);

const isFilter = (value: JsonValue): value is JsonObject & ViewFilter =>
  isJsonObject(value) && typeof value['parameter'] === 'string' && Array.isArray(value['values']);

/** Filters and order are those of the list, so it reads them as it would read a request. */
function listViolations({ collection, filters, orderBy }: JsonObject): FieldViolation[] {
  const definition = RESOURCES.find((one) => one.collection === collection);
  const named = Array.isArray(filters) ? filters.filter(isFilter) : [];
  if (definition === undefined) return [];
  const params = new Map<string, readonly string[]>(
    named.map(({ parameter, values }) => [parameter, values.map(String)]),
  );
  const foreign = named.filter(({ parameter }) => parameter === 'order_by' || !isOfView(parameter));
  if (foreign.length > 0) {
    return [{ field: 'filters', description: `${foreign[0]?.parameter} is not a filter` }];
  }
  if (typeof orderBy === 'string' && orderBy !== '') params.set('order_by', [orderBy]);
  try {
    parseListRequest(definition, params);
    return [];
  } catch (error) {
    if (!isApiError(error)) throw error;
    return fieldViolationsOf(error).map(inView);
  }
}

const inView = ({ field, description }: FieldViolation): FieldViolation =>
  field === 'order_by'
    ? { field: 'orderBy', description }
    : { field: 'filters', description: `${field} ${description}` };

export const savedViewRules: Rules<'SavedView'> = {
  violations: listViolations,

  async beforeWrite(tx, call, write) {
    const { uid, parent, input, before } = write;
    // The maker must be able to list what the view shows, or it would be out of their sight.
    const capability = listCapability(input.collection);
    if (capability === undefined) {
      throw invalidField('collection', 'must be the name of a collection');
    }
    requireCapability(call, capability, parent);
    const isShared = input.shared === true;
    if (isShared || before?.owner === NOBODY) {
      requireCapability(call, 'saved_views.share', before === null ? parent : uid);
    }
    if (isShared) return { columns: { owner: NOBODY } };
    const owner = requireRepresentativeAt(call.principal, parent);
    const whereOwn = all(is('owner', owner), is('parent', parent));
    if (before?.owner !== owner && (await tx.count('SavedView', whereOwn)) >= MAX_OWN_VIEWS) {
      const words = `you keep ${MAX_OWN_VIEWS} views in this group already; delete one first`;
      throw refusal('TOO_MANY_VIEWS', words, parent);
    }
    return { columns: { owner } };
  },

  async beforeDelete(_tx, call, { owner, uid }) {
    if (owner === NOBODY) requireCapability(call, 'saved_views.share', uid);
  },
};
