/** Which calls and requests only read. The definitions in `proto` say it of each method. */
import { getOption, type DescMethod } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { SERVICES } from './services.ts';

export const onlyReads = ({ idempotency }: DescMethod): boolean =>
  idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;

/** The body of a POST to these is a question. */
const QUESTIONS: ReadonlySet<string> = new Set(
  SERVICES.flatMap(({ methods }) => methods.filter(onlyReads)).flatMap((method) => {
    const { case: verb, value: path } = getOption(method, http).pattern;
    return verb === 'post' ? [path] : [];
  }),
);

/** True for requests that count as reads. */
export const isRead = (method: string, path: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || (method === 'POST' && QUESTIONS.has(path));
