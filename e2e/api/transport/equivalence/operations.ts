/** Every operation of the definitions, with its path of REST. */
import { getOption } from '@bufbuild/protobuf';
import type { DescMethod, DescMethodUnary } from '@bufbuild/protobuf';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { methodOf, SERVICES } from '#lib/transport/methods/services.ts';

export interface Operation {
  method: DescMethodUnary;
  /** The verb of a resource, such as `list`; `custom` for other operations. */
  verb: Verb | 'custom';
  /** Of the verbs of a resource. */
  definition?: ResourceDefinition;
  rest: RestRule;
}

interface RestRule {
  method: string;
  /** Without the variable at its end. */
  path: string;
  /** The field at the end of the path, such as `group.uid` as JSON names; none for []. */
  variable: readonly string[];
  /** The field that is the body: `*` for all of the message, '' for none. */
  body: string;
}

export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function ruleOf(method: DescMethodUnary): RestRule {
  const { pattern, body } = getOption(method, http);
  const template = String(pattern.value);
  const [, path = '', variable = ''] = /^([^{]*)(?:\{([\w.]+)=\*\*\})?$/.exec(template) ?? [];
  return {
    method: String(pattern.case).toUpperCase(),
    path: path.replace(/\/$/, ''),
    variable: variable === '' ? [] : variable.split('.').map(camelCase),
    body: camelCase(body),
  };
}

const ofResources: readonly Operation[] = RESOURCES.flatMap((definition) =>
  definition.verbs.map((verb) => {
    const method = methodOf(definition, verb);
    return { method, verb, definition, rest: ruleOf(method) };
  }),
);

const isUnary = (method: DescMethod): method is DescMethodUnary => method.methodKind === 'unary';

/** The operations of all published services, but for streams. */
export const OPERATIONS: readonly Operation[] = SERVICES.flatMap(({ methods }) =>
  methods.filter(isUnary).map((method) => {
    const known = ofResources.find((operation) => operation.method === method);
    return known ?? { method, verb: 'custom', rest: ruleOf(method) };
  }),
);

export const isRead = ({ rest }: Operation): boolean => rest.method === 'GET';
