/**
 * Server reflection: lists the services and their messages for tools.
 *
 * @see https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
 */
import { create, createRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { DescFile, DescMessage, DescService, MessageInitShape } from '@bufbuild/protobuf';
import type { MessageShape, Registry } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type HandlerContext } from '@connectrpc/connect';
import {
  ServerReflectionRequestSchema,
  ServerReflectionResponseSchema,
} from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import type { ServerReflectionRequest } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { countCall } from './call-rates.ts';
import type { Admit } from './watches.ts';

type Question = ServerReflectionRequest['messageRequest'];
type ReflectionResult = MessageInitShape<typeof ServerReflectionResponseSchema>['messageResponse'];

/** The definitions that tools can request, built once. */
export interface Definitions {
  services: readonly string[];
  files: ReadonlyMap<string, DescFile>;
  registry: Registry;
}

export function definitionsOf(services: readonly DescService[]): Definitions {
  const files = new Set(services.flatMap(({ file }) => withImports(file)));
  return {
    services: services.map(({ typeName }) => typeName).sort(),
    files: new Map([...files].map((file) => [file.proto.name, file])),
    registry: createRegistry(...files),
  };
}

/**
 * The stream's implementation in one version of the protocol. The messages of all versions have the
 * same form.
 */
export function reflection<In extends DescMessage, Out extends DescMessage>(
  definitions: Definitions,
  input: In,
  output: Out,
  admit: Admit,
) {
  return (requests: AsyncIterable<MessageShape<In>>, context: HandlerContext) =>
    admit(context, async function* reflected(): AsyncGenerator<MessageShape<Out>> {
      for await (const request of requests) {
        // A stream has any number of questions, and the answer is far longer than the question.
        countCall(context);
        const asked = fromBinary(ServerReflectionRequestSchema, toBinary(input, request));
        const response = create(ServerReflectionResponseSchema, {
          validHost: asked.host,
          originalRequest: asked,
          messageResponse: answerTo(asked.messageRequest, definitions),
        });
        yield fromBinary(output, toBinary(ServerReflectionResponseSchema, response));
      }
    });
}

function answerTo(
  question: Question,
  { services, files, registry }: Definitions,
): ReflectionResult {
  switch (question.case) {
    case 'listServices':
      return {
        case: 'listServicesResponse',
        value: { service: services.map((name) => ({ name })) },
      };
    case 'fileByFilename':
      return fileAnswer(files.get(question.value));
    case 'fileContainingSymbol':
      return fileAnswer(fileOf(registry, question.value));
    case 'fileContainingExtension': {
      const { containingType, extensionNumber } = question.value;
      const extensions = extensionsOf(registry, containingType);
      return fileAnswer(extensions.find(({ number }) => number === extensionNumber)?.file);
    }
    case 'allExtensionNumbersOfType': {
      const baseTypeName = question.value;
      if (registry.getMessage(baseTypeName) === undefined) return fileAnswer(undefined);
      const extensionNumber = extensionsOf(registry, baseTypeName).map(({ number }) => number);
      return { case: 'allExtensionNumbersResponse', value: { baseTypeName, extensionNumber } };
    }
    default:
      return refusal(Code.InvalidArgument, 'Invalid argument: nothing is asked for');
  }
}

function fileAnswer(file: DescFile | undefined): ReflectionResult {
  if (file === undefined) return refusal(Code.NotFound, 'Not found: there is no such definition');
  const fileDescriptorProto = withImports(file).map(({ proto }) =>
    toBinary(FileDescriptorProtoSchema, proto),
  );
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } };
}

function refusal(errorCode: Code, errorMessage: string): ReflectionResult {
  return { case: 'errorResponse', value: { errorCode, errorMessage } };
}

function withImports(file: DescFile): DescFile[] {
  const files = new Set([file]);
  for (const one of files) for (const dependency of one.dependencies) files.add(dependency);
  return [...files];
}

/** The file of a message, enum, service or extension, or of one of its members. */
function fileOf(registry: Registry, symbol: string): DescFile | undefined {
  const found = registry.get(symbol);
  if (found !== undefined) return found.file;
  const end = symbol.lastIndexOf('.');
  const [container, name] = [registry.get(symbol.slice(0, end)), symbol.slice(end + 1)];
  return memberNames(container).includes(name) ? container?.file : undefined;
}

function memberNames(type: ReturnType<Registry['get']>): string[] {
  if (type?.kind === 'message') return [...type.fields, ...type.oneofs].map(({ name }) => name);
  if (type?.kind === 'service') return type.methods.map(({ name }) => name);
  return type?.kind === 'enum' ? type.values.map(({ name }) => name) : [];
}

function extensionsOf(registry: Registry, typeName: string) {
  return [...registry].flatMap((type) =>
    type.kind === 'extension' && type.extendee.typeName === typeName ? [type] : [],
  );
}
