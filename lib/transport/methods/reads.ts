/** Which methods only read. Their definitions in `proto` say it. */
import type { DescMethod } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';

export const kindOfMethod = ({ idempotency }: DescMethod): 'read' | 'write' =>
  idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS ? 'read' : 'write';
