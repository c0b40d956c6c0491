/** The tables of docs/api.md and docs/grpc.md. */
import { getOption } from '@bufbuild/protobuf';
import type { DescMethod } from '@bufbuild/protobuf';
import { STATUS } from '#lib/aip/errors.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import type { BuiltInRole } from '#lib/resources/built-in-roles.ts';
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
  const every = Math.max(...RESOURCES.map(({ verbs }) => verbs.length));
  return table(
    ['Collection', 'Path', 'Operations'],
    RESOURCES.map((one) => [
      one.type,
      code(collectionPath(one)),
      one.verbs.length === every ? 'all' : one.verbs.map(capitalized).join(', '),
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
    ['Collection', 'Filters', 'Orders'],
    RESOURCES.map(({ collection, filters, orders, defaultOrder = 'uid' }) => {
      const names = Object.entries(filters).map(
        ([name, filter]) => code(name) + (isRepeated(filter) ? '*' : ''),
      );
      const columns = Object.values(orders);
      const fields = Object.keys(orders).filter(
        (_, index) => columns.indexOf(columns[index] ?? '') === index,
      );
      const inOrder = defaultOrder === 'uid' ? '' : `; ${code(defaultOrder)} unless given`;
      return [collection, names.join(', '), fields.map(code).join(', ') + inOrder];
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

/** The capabilities of a role. Those of the largest earlier role that it contains are one entry. */
function capabilitiesOf({ capabilities }: BuiltInRole, earlier: readonly BuiltInRole[]): string {
  if (capabilities.length === CAPABILITIES.length) return 'all';
  const [contained] = earlier
    .filter((other) => other.capabilities.every((one) => capabilities.includes(one)))
    .toSorted((a, b) => b.capabilities.length - a.capabilities.length);
  const further = capabilities.filter((one) => contained?.capabilities.includes(one) !== true);
  const base = contained === undefined ? [] : [`those of ${code(contained.name)}`];
  return [...base, ...further.map(code)].join(', ');
}

export function roles(): string {
  return table(
    ['Role', 'Purpose', 'Capabilities'],
    BUILT_IN_ROLES.map((role, index) => [
      code(role.name),
      role.purpose,
      capabilitiesOf(role, BUILT_IN_ROLES.slice(0, index)),
    ]),
  );
}

/** The services of gRPC. The word `verbs` stands for the methods of the table of collections. */
export function services(): string {
  return table(
    ['Service', 'Methods'],
    SERVICES.map(({ typeName, methods }) => {
      const further = methods.filter(isFurther).map(({ name }) => code(name));
      const verbs = methods.length > further.length ? ['verbs'] : [];
      return [code(typeName), [...verbs, ...further].join(', ')];
    }),
  );
}
