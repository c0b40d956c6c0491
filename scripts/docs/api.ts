/** The tables of docs/api.md and docs/grpc.md. */
import { getOption } from '@bufbuild/protobuf';
import type { DescMethod } from '@bufbuild/protobuf';
import { STATUS } from '#lib/aip/errors.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { capitalized } from '#lib/resources/catalog.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { Filter } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { methodOf, SERVICES } from '#lib/transport/methods/services.ts';
import { readComments } from '#lib/transport/openapi/comments.ts';
import { ERROR_MEANINGS } from '#lib/transport/openapi/errors.ts';
import { code, table } from './tables.ts';

export function collections(): string {
  return table(
    ['Collection', 'Path', 'Operations'],
    RESOURCES.map((one) => [
      one.type,
      code(collectionPath(one)),
      one.verbs.map(capitalized).join(', '),
    ]),
  );
}

const ofVerbs = new Set(
  RESOURCES.flatMap((resource) => resource.verbs.map((verb) => methodOf(resource, verb))),
);

const isFurther = (method: DescMethod) => ![...ofVerbs].some((one) => one === method);

/** Every method that is not a verb of a collection. */
export function operations(): string {
  const comments = readComments();
  const methods = SERVICES.flatMap((service) => service.methods.filter(isFurther));
  return table(
    ['Request', 'Method of gRPC', 'Purpose'],
    methods.map((method) => {
      const { pattern } = getOption(method, http);
      const comment = comments.get(`${method.parent.typeName}.${method.name}`) ?? '';
      const path = String(pattern.value).replace(/\{([\w.]+)=\*\*\}/, 'UID');
      return [
        code(`${String(pattern.case).toUpperCase()} ${path}`),
        code(method.name),
        /^.*?\.(?=\s|$)/.exec(comment)?.[0] ?? comment,
      ];
    }),
  );
}

const REPEATED: readonly Filter['kind'][] = ['oneOf', 'alias'];

const isRepeated = (filter: Filter) =>
  REPEATED.includes(filter.kind) || (filter.kind === 'uid' && filter.isRepeated === true);

/** A filter that may be repeated has an asterisk. Of two names of one order, the first is listed. */
export function lists(): string {
  return table(
    ['Collection', 'Filters', 'Orders', 'Default order'],
    RESOURCES.map(({ collection, filters, orders, defaultOrder = 'uid' }) => {
      const names = Object.entries(filters).map(
        ([name, filter]) => code(name) + (isRepeated(filter) ? '*' : ''),
      );
      const columns = Object.values(orders);
      const fields = Object.keys(orders).filter(
        (_, index) => columns.indexOf(columns[index] ?? '') === index,
      );
      return [collection, names.join(', '), fields.map(code).join(', '), code(defaultOrder)];
    }),
  );
}

export function errors(): string {
  return table(
    ['Code', 'Reason', 'HTTP', 'Meaning'],
    ERROR_MEANINGS.toSorted(([a], [b]) => STATUS[a].code - STATUS[b].code).map(
      ([name, meaning]) => [String(STATUS[name].code), name, String(STATUS[name].http), meaning],
    ),
  );
}

export function roles(): string {
  return table(
    ['Role', 'Purpose', 'Capabilities'],
    BUILT_IN_ROLES.map(({ name, purpose, capabilities }) => [
      code(name),
      purpose,
      capabilities.length === CAPABILITIES.length ? 'all' : capabilities.map(code).join(', '),
    ]),
  );
}

export function services(): string {
  return table(
    ['Service', 'Methods'],
    SERVICES.map(({ typeName, methods }) => [
      code(typeName),
      methods.map(({ name }) => code(name)).join(', '),
    ]),
  );
}
