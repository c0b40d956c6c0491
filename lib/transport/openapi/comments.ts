/** The comments of each service, method, message, field and value in the published definitions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt';

/** From the root of the project, because Next's copy of this module is elsewhere. */
const path = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/generated/proto/grove.binpb');

/** Full names such as `grove.iam.v2beta1.Group.name`, each with its comment as one paragraph. */
export type Comments = ReadonlyMap<string, string>;

/** The comments of the definitions in `proto/`, by the full name of what they describe. */
export function readComments(): Comments {
  const bytes = readFileSync(/* turbopackIgnore: true */ path());
  const { file } = fromBinary(FileDescriptorSetSchema, bytes);
  return new Map(file.flatMap(commentsOf));
}

function commentsOf(file: FileDescriptorProto): [string, string][] {
  const locations = file.sourceCodeInfo?.location ?? [];
  return locations.flatMap(({ path, leadingComments }): [string, string][] => {
    const text = leadingComments.replace(/\s+/g, ' ').trim();
    const name = text === '' ? null : nameAt(file, path);
    return name === null ? [] : [[name, text]];
  });
}

interface Part {
  name?: string;
  [list: string]: unknown;
}

/**
 * The full name of a part of a file; null for what has none, such as the package itself.
 *
 * @param path of numbers of fields within descriptors and indexes into them, by turns.
 */
function nameAt(file: FileDescriptorProto, path: readonly number[]): string | null {
  const names = [file.package];
  let part: Part = { ...file };
  let desc: DescMessage | undefined = FileDescriptorProtoSchema;
  for (let at = 0; at < path.length; at += 2) {
    const field: DescField | undefined = desc?.fields.find(({ number }) => number === path[at]);
    const list = field === undefined ? undefined : part[field.localName];
    if (field?.fieldKind !== 'list' || !Array.isArray(list)) return null;
    part = list[path[at + 1] ?? 0] as Part;
    if (part.name === undefined) return null;
    names.push(part.name);
    desc = field.message;
  }
  return names.join('.');
}
