/** The table of the endpoints of signing in in docs/authentication.md, and what holds the other one there. */
import { getOption, type DescField, type DescMethod } from '@bufbuild/protobuf';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { mayBeAbsent } from '#lib/resources/absent.ts';
import { DISCOVERY, TOKENS } from '#lib/transport/endpoints/other-endpoints.ts';
import { findEndpoint } from '#lib/transport/endpoints/find.ts';
import { SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { readComments } from '#lib/transport/openapi/comments.ts';
import { isRequired, schemaName } from '#lib/transport/openapi/schemas.ts';
import { code, firstColumn, table } from './tables.ts';

/** The endpoints of `/auth/v1`, with the fields of their messages. A field that may be absent has a question mark. */
export function signInEndpoints(): string {
  const comments = readComments();
  return table(
    ['Endpoint', 'For', 'Body or query', 'Answer', 'Purpose'],
    SIGN_IN_SERVICES.flatMap(({ methods }) => methods).map((method) => [
      code(requestOf(method)),
      findEndpoint(...partsOf(method))?.who ?? '',
      requestFields(method),
      answerFields(method),
      comments.get(`${method.parent.typeName}.${method.name}`) ?? '',
    ]),
  );
}

function partsOf(method: DescMethod): [method: string, path: string] {
  const { pattern } = getOption(method, http);
  return [String(pattern.case).toUpperCase(), String(pattern.value).replace(/\{\w+\}/, '*')];
}

const requestOf = (method: DescMethod) => partsOf(method).join(' ');

const requestFields = (method: DescMethod) =>
  method.input.fields
    .filter(({ name }) => !String(getOption(method, http).pattern.value).endsWith(`{${name}}`))
    .map((field) => named(field, !isRequired(field)))
    .join(', ');

function answerFields(method: DescMethod): string {
  const { responseBody } = getOption(method, http);
  const list = method.output.fields.find(({ name }) => name === responseBody)?.message;
  const { fields } = list ?? method.output;
  const names = fields
    .map((field) => named(field, mayBeAbsent(schemaName(field.parent), field.jsonName)))
    .join(', ');
  return list === undefined ? names : `a list, each with ${names}`;
}

const named = ({ jsonName }: DescField, isOptional: boolean) =>
  code(jsonName + (isOptional ? '?' : ''));

/** @returns a line for each endpoint of tokens that only the list or docs/authentication.md has. */
export function wrongEndpoints(): string[] {
  const listed = [...DISCOVERY, ...TOKENS].map(({ method, path }) => code(`${method} ${path}`));
  const written = firstColumn('docs/authentication.md', 'Request');
  const differing = [
    ...listed.filter((one) => !written.includes(one)),
    ...written.filter((one) => !listed.includes(one)),
  ];
  return differing.map((one) => `docs/authentication.md and other-endpoints.ts differ: ${one}`);
}
