/** Checks that the console's reference finds everything in the document. */
import { expect, it } from 'vitest';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import { narrowed, operationGroups } from '#lib/client/api-reference/operations.ts';
import { bodyProblem, missingOf } from '#lib/client/api-reference/request.ts';
import { fieldsOf, typeText } from '#lib/client/api-reference/schema.ts';
import { fileNameOf, indented } from '#lib/client/api-reference/send.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument() as unknown as ApiDocument;
const groups = operationGroups(document);

function operation(id: string) {
  const found = groups.flatMap(({ operations }) => operations).find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

it('finds every operation of the document under its resource', () => {
  const count = Object.values(document.paths).flatMap((verbs) => Object.keys(verbs)).length;
  expect(groups.flatMap(({ operations }) => operations)).toHaveLength(count);
  for (const { operations, description } of groups) {
    expect(operations.length).toBeGreaterThan(0);
    expect(description).not.toBe('');
  }
});

it('narrows by name and by path', () => {
  const ids = (text: string) =>
    narrowed(groups, text).flatMap(({ operations }) => operations.map(({ id }) => id));
  expect(ids(' whocan')).toEqual(['WhoCan']);
  expect(ids('patch /iam/v2beta1/roles')).toEqual(['UpdateRole']);
  expect(ids('nothing like it')).toEqual([]);
});

it('has parameters, bodies and responses with what they refer to', () => {
  const { parameters, body, responses } = operation('UpdateIdentity');
  expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'path uid',
    'header If-Match',
    'query updateMask',
  ]);
  expect(body?.kind === 'json' && JSON.parse(body.example)).toMatchObject({ name: 'deploy' });
  expect(responses.map(({ status }) => status)).toContain('403');
  const [success, ...errors] = responses;
  expect(success?.headers.map(({ name }) => name)).toContain('ETag');
  expect(success?.schema?.properties).toHaveProperty('claimMatch');
  for (const { examples } of errors) expect(examples[0]?.text).toContain('requestId');
});

it('gives a body to begin with what it must have', () => {
  const { body } = operation('ExplainAccess');
  expect(body?.kind === 'json' && JSON.parse(body.example)).toEqual({
    identityUid: '',
    groupUid: '',
  });
});

it('knows files', () => {
  expect(operation('ImportAdvisories').body).toEqual({ kind: 'file' });
  expect(operation('ExportAdvisories').responses[0]).toMatchObject({ isFile: true });
});

it('says what a field is, and leaves out of a body what only answers have', () => {
  const { body } = operation('CreateAccountAssociation');
  const fields = body?.kind === 'json' ? fieldsOf(document, body.schema, true) : [];
  expect(fields.map(({ name }) => name)).not.toContain('uid');
  expect(fields.find(({ name }) => name === 'name')).toMatchObject({
    type: 'string',
    isRequired: true,
    inner: null,
  });
  expect(fields.find(({ name }) => name === 'google')?.inner?.properties).toHaveProperty(
    'projectNumber',
  );
  const [list] = operation('ListGroups').responses;
  const page = fieldsOf(document, list?.schema ?? {});
  expect(page[0]).toMatchObject({ name: 'groups', type: 'Group[]' });
  expect(page[0]?.inner?.properties).toHaveProperty('createTime');
  expect(typeText({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(
    'map of integer',
  );
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('string or integer');
});

it('says what is missing before anything is sent', () => {
  const entered = { values: {}, body: '{}', file: null };
  expect(missingOf(operation('GetGroup'), entered)).toBe('Fill in uid first');
  expect(missingOf(operation('GetGroup'), { ...entered, values: { uid: ' ' } })).not.toBeNull();
  expect(missingOf(operation('GetGroup'), { ...entered, values: { uid: 'a' } })).toBeNull();
  expect(missingOf(operation('ExplainAccess'), { ...entered, body: '{' })).toBe(
    'Correct the body first',
  );
  const values = { group_uid: 'a' };
  expect(missingOf(operation('ImportAdvisories'), { ...entered, values })).toBe(
    'Choose a file first',
  );
  expect(bodyProblem('[]')).toBe('It must be a JSON object.');
  expect(bodyProblem('{"a":}')).toContain('not JSON');
  expect(bodyProblem('{}')).toBeNull();
});

it('reads names of files, and indents what is JSON', () => {
  expect(fileNameOf('attachment; filename="advisories.osv.zip"')).toBe('advisories.osv.zip');
  expect(fileNameOf(null)).toBeNull();
  expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(indented('<html>')).toBe('<html>');
});
