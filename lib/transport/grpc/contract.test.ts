import { getOption, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence as Presence } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import {
  field_behavior,
  FieldBehavior,
} from '#lib/generated/proto/google/api/field_behavior_pb.js';
import { UidpFilterSchema } from '#lib/generated/proto/grove/common/v2beta1/uidp_pb.js';
import { collectionPath } from '#lib/resources/define.ts';
import type { BaseRow, Filter, ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { CUSTOM_METHODS, STREAMED_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { methodOf, resourceField, SERVICES } from '#lib/transport/methods/services.ts';
import { kindOfCall } from './call-rates.ts';

const each = RESOURCES.map((definition) => [definition.type, definition] as const);

function messageOf(definition: ResourceDefinition): DescMessage {
  return methodOf(definition, 'get').output;
}

const names = (desc: DescMessage) => desc.fields.map(({ jsonName }) => jsonName).sort();

function behaviours(field: DescField): string[] {
  return getOption(field, field_behavior).map((value) => FieldBehavior[value]);
}

/** An object without members, whose items can also be asked for. */
const ANY_VALUE: unknown[] = [];

/** Every column has a value; columns whose name ends in time have a time. */
const ANY_ROW = new Proxy(
  {},
  { get: (_, name) => (String(name).endsWith('Time') ? new Date(0) : ANY_VALUE) },
) as BaseRow;

function answerFields(definition: ResourceDefinition): string[] {
  return Object.keys(definition.toJson(ANY_ROW));
}

describe.each(each)('%s', (_, definition) => {
  const message = messageOf(definition);
  const inputs = Object.keys(definition.input?.shape ?? {});

  it('has the fields of its message, and no others', () => {
    const fields = [...inputs, ...definition.outputOnly, ...answerFields(definition)];
    expect([...new Set(fields)].sort()).toEqual(names(message));
  });

  it('says of each field what a body may do with it', () => {
    for (const field of message.fields) {
      const declared = behaviours(field);
      const type = definition.input?.shape[field.jsonName] as z.ZodType | undefined;
      if (type === undefined)
        expect([field.name, ...declared]).toEqual([field.name, 'OUTPUT_ONLY']);
      else {
        const isOptional = type.safeParse(undefined).success;
        expect([field.name, declared[0]]).toEqual([
          field.name,
          isOptional ? 'OPTIONAL' : 'REQUIRED',
        ]);
      }
    }
  });

  it('tells what is not set from what is empty, wherever a body may leave it out', () => {
    for (const field of message.fields.filter(({ jsonName }) => inputs.includes(jsonName))) {
      if (field.fieldKind === 'list' || field.fieldKind === 'map') continue;
      expect([field.name, field.presence]).toEqual([field.name, Presence.EXPLICIT]);
    }
  });

  it('lists by the parameters of the query', () => {
    const { fields } = methodOf(definition, 'list').input;
    const paging = ['uidp', 'page_size', 'page_token', 'order_by', 'skip'];
    expect(fields.map(({ name }) => name)).toEqual([
      ...paging,
      ...fieldsInOrder(definition, fields),
    ]);
    for (const [name, filter] of Object.entries(definition.filters)) {
      const field = fields.find((one) => one.name === name);
      expect([name, shapeOf(field)]).toEqual([name, expectedShape(filter)]);
    }
  });

  it('is found at the paths of REST', () => {
    const path = collectionPath(definition);
    const field = resourceField(definition).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    const expected = {
      list: ['get', path, ''],
      get: ['get', `${path}/{uid=**}`, ''],
      create: ['post', `${path}/{parent_uid=**}`, field],
      update: ['patch', `${path}/{${field}.uid=**}`, field],
      delete: ['delete', `${path}/{uid=**}`, ''],
    };
    for (const verb of definition.verbs) {
      const { pattern, body } = getOption(methodOf(definition, verb), http);
      expect([pattern.case, pattern.value, body]).toEqual(expected[verb]);
    }
  });
});

/** The definition's filters in the order of the message, so that a missing one is noticed. */
function fieldsInOrder({ filters }: ResourceDefinition, fields: readonly DescField[]): string[] {
  const order = fields.map(({ name }) => name);
  return Object.keys(filters).sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function shapeOf(field: DescField | undefined): string {
  if (field?.fieldKind === 'list') return 'repeated';
  if (field?.message?.typeName === 'google.protobuf.Timestamp') return 'time';
  return field?.presence === Presence.EXPLICIT ? 'optional' : 'other';
}

function expectedShape(filter: Filter): string {
  if (['since', 'until', 'activeAt'].includes(filter.kind)) return 'time';
  const isRepeated =
    filter.kind === 'oneOf' ||
    filter.kind === 'timedState' ||
    filter.kind === 'alias' ||
    (filter.kind === 'uid' && filter.isRepeated);
  return isRepeated ? 'repeated' : 'optional';
}

describe('the services', () => {
  it('have a method for each verb and each custom method, and no others', () => {
    const verbs = RESOURCES.flatMap((definition) =>
      definition.verbs.map((verb) => methodOf(definition, verb)),
    );
    const further = [...CUSTOM_METHODS, ...STREAMED_METHODS].map(({ method }) => method);
    const known = [...verbs, ...further];
    const published = SERVICES.flatMap(({ methods }) => methods);
    const fullName = ({ parent, name }: (typeof published)[number]) => `${parent.typeName}.${name}`;
    expect(published.map(fullName).sort()).toEqual(known.map(fullName).sort());
  });

  it('only read by every method that REST has a GET for', () => {
    for (const { methods } of SERVICES) {
      for (const method of methods) {
        const { case: verb } = getOption(method, http).pattern;
        const isQuestion = ['ExplainAccess', 'ListParentGroups'].includes(method.name);
        const kind = verb === 'get' || isQuestion ? 'read' : 'write';
        expect([method.name, kindOfCall(method)]).toEqual([method.name, kind]);
      }
    }
  });

  it('filter by the hierarchy as the query does', () => {
    expect(UidpFilterSchema.fields.map(({ name }) => name)).toEqual([
      'descendants_of',
      'children_of',
      'ancestors_of',
      'in_root',
      'ids',
    ]);
  });
});
