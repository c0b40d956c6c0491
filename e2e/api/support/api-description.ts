/** Lints an OpenAPI document, and validates answers against it. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from '../harness.ts';

export interface Schema {
  properties: Json;
  required?: string[];
  description: string;
}

export interface ApiDescription {
  schemas: Record<string, Schema>;
  /** The violations of the named schema by a value. */
  problems: (schema: string, value: unknown) => string[];
}

export function readDescription(document: Json): ApiDescription {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'api');
  return {
    schemas: (document['components'] as Pick<ApiDescription, 'schemas'>).schemas,
    problems: (schema, value) => {
      const validate = ajv.getSchema(`api#/components/schemas/${schema}`);
      if (validate === undefined) throw new Error(`there is no schema ${schema}`);
      void validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath} ${message}`,
      );
    },
  };
}

/** The violated rules of the linter, each with the place in the document. */
export async function brokenRules(document: Json): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'operation-4xx-response': 'error',
      'operation-description': 'error',
      'operation-operationId': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
      'no-unused-components': 'error',
      // An installation may be at localhost.
      'no-server-example.com': 'off',
    },
  });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(' '),
  );
}
