/** Imports and exports files of advisories through the installation's own API. */
import { type ApiProblem, ApiRequestError, problemIn } from '#lib/client/api.ts';
import type { ImportReport } from '#lib/resources/import-report.ts';
import { type ListQuery, searchOf } from './queries.ts';

const COLLECTION = '/vulnerabilities/v2beta1/advisories';

/** The outcomes of a record. */
const OUTCOMES = ['created', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

type ImportCounts = Record<(typeof OUTCOMES)[number], number>;

export const recordsIn = (counts: ImportCounts): number =>
  OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

export function importRequest(group: string, file: string, validateOnly = false) {
  const query = new URLSearchParams({
    group_uid: group,
    validate_only: String(validateOnly),
    file_name: file,
  });
  return { method: 'POST', path: `${COLLECTION}:import?${query}`, file };
}

/**
 * @throws ApiRequestError if the server refuses it; TypeError if there is no response or only part
 * of one.
 */
export async function importFile(
  group: string,
  file: File,
  options: { validateOnly: boolean; onProgress: (records: number) => void },
): Promise<ImportReport> {
  const { validateOnly, onProgress } = options;
  const { method, path } = importRequest(group, file.name, validateOnly);
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/octet-stream', accept: 'application/x-ndjson' },
    body: file,
  });
  if (!response.ok || response.body === null) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new ApiRequestError(response.status, problemIn(body, response));
  }
  for await (const line of linesOf(response.body)) {
    const { progress, result, error } = JSON.parse(line) as ImportLine;
    if (error) throw new ApiRequestError(response.status, error);
    if (result) return result;
    if (progress) onProgress(recordsIn(progress));
  }
  throw new TypeError(
    'The connection ended early. What was imported so far is kept. Import the file again.',
  );
}

interface ImportLine {
  progress?: ImportCounts;
  result?: ImportReport;
  error?: ApiProblem;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

export type FileFormat = 'osv' | 'openvex' | 'yaml';

/** The download of the advisories of the group and below that match the list's filters. */
export function exportHref(group: string, format: FileFormat, query: ListQuery): string {
  const search = new URLSearchParams({ group_uid: group, format });
  for (const [name, value] of new URLSearchParams(searchOf(query))) {
    const isFilter = !name.startsWith('uidp.') && !PAGING.includes(name);
    if (isFilter) search.append(name, value);
  }
  return `${COLLECTION}:export?${search}`;
}

const PAGING = ['page_size', 'page_token', 'order_by', 'skip'];
