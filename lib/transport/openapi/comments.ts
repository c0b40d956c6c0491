/** The comments of each service, method, message, field and value in the published definitions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import type {
  DescriptorProto,
  EnumDescriptorProto,
  FileDescriptorProto,
} from '@bufbuild/protobuf/wkt';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/** From the root of the project, because Next's copy of this module is elsewhere. */
const path = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/generated/proto/grove.binpb');

/** Full names such as `grove.iam.v2beta1.Group.name`, each with its comment as one paragraph. */
export type Comments = ReadonlyMap<string, string>;

/** The comments of the definitions in `proto/`, by the full name of what they describe. */
export function readComments(): Comments {
  const { file } = fromBinary(
    FileDescriptorSetSchema,
    readFileSync(/* turbopackIgnore: true */ path()),
  );
  return new Map(file.flatMap(commentsOf));
}

/** A part of a file: its path in the source info, and its full name. */
type Part = readonly [path: readonly number[], name: string];

// Numbers of fields within descriptors, see google/protobuf/descriptor.proto.
const [MESSAGE, ENUM, SERVICE] = [4, 5, 6];
const [FIELD, NESTED, NESTED_ENUM, VALUE, METHOD] = [2, 3, 4, 2, 2];

function commentsOf(file: FileDescriptorProto): [string, string][] {
  const within = `${file.package}.`;
  const parts: Part[] = [
    ...file.messageType.flatMap((one, index) => messageParts(one, [MESSAGE, index], within)),
    ...file.enumType.flatMap((one, index) => enumParts(one, [ENUM, index], within)),
    ...file.service.flatMap(({ name, method }, index): Part[] => [
      [[SERVICE, index], within + name],
      ...method.map((one, at): Part => [
        [SERVICE, index, METHOD, at],
        `${within}${name}.${one.name}`,
      ]),
    ]),
  ];
  const names = new Map(parts.map(([path, name]) => [path.join('.'), name]));
  const locations = file.sourceCodeInfo?.location ?? [];
  return locations.flatMap(({ path, leadingComments }): [string, string][] => {
    const name = names.get(path.join('.'));
    const text = leadingComments.replace(/\s+/g, ' ').trim();
    return name === undefined || text === '' ? [] : [[name, text]];
  });
}

function messageParts(message: DescriptorProto, path: readonly number[], within: string): Part[] {
  const name = within + message.name;
  return [
    [path, name],
    ...message.field.map((one, at): Part => [[...path, FIELD, at], `${name}.${one.name}`]),
    ...message.nestedType.flatMap((one, at) =>
      messageParts(one, [...path, NESTED, at], `${name}.`),
    ),
    ...message.enumType.flatMap((one, at) =>
      enumParts(one, [...path, NESTED_ENUM, at], `${name}.`),
    ),
  ];
}

function enumParts(type: EnumDescriptorProto, path: readonly number[], within: string): Part[] {
  const name = within + type.name;
  return [
    [path, name],
    ...type.value.map((one, at): Part => [[...path, VALUE, at], `${name}.${one.name}`]),
  ];
}
