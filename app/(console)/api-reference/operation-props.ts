import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';

export interface OperationProps {
  document: ApiDocument;
  operation: Operation;
}
