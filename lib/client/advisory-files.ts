/** Files of advisories, in and out of the installation's own API. */
import { type ApiProblem, ApiRequestError } from './api.ts';
import { type ListQuery, searchOf } from './queries.ts';

const COLLECTION = '/vulnerabilities/v2beta1/advisories';

export interface ImportReport {
  validateOnly: boolean;
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  rejections: { file: string; line: number; reason: string }[];
}

/** @throws ApiRequestError where it is refused; TypeError where there is no answer. */
export async function importFile(
  group: string,
  file: File,
  validateOnly: boolean,
): Promise<ImportReport> {
  const query = new URLSearchParams({
    group_uid: group,
    validate_only: String(validateOnly),
    file_name: file.name,
  });
  const response = await fetch(`${COLLECTION}:import?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  const body: unknown = await response.json().catch(() => ({
    code: 0,
    message: `The server answered ${response.status}`,
  }));
  if (!response.ok) throw new ApiRequestError(response.status, body as ApiProblem);
  return body as ImportReport;
}

export type FileFormat = 'osv' | 'openvex';

/** Where the advisories of the group and below that match the list's filters are downloaded. */
export function exportHref(group: string, format: FileFormat, query: ListQuery): string {
  const search = new URLSearchParams({ group_uid: group, format });
  for (const [name, value] of new URLSearchParams(searchOf(query))) {
    const isFilter = !name.startsWith('uidp.') && !PAGING.includes(name);
    if (isFilter) search.append(name, value);
  }
  return `${COLLECTION}:export?${search}`;
}

const PAGING = ['page_size', 'page_token', 'order_by', 'skip'];
