/** Files of advisories over HTTP: import by POST `:import`, export by GET `:export`. */
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isSourceError } from '#lib/import/advisories/types.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { exportAdvisories } from '#lib/service/advisories/export-advisories.ts';
import { importAdvisories } from '#lib/service/advisories/import-advisories.ts';
import { jsonResponse } from '#lib/transport/http/answers.ts';
import { acceptsLines, progressResponse } from '#lib/transport/http/progress.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';
import { streamedResponse } from '#lib/transport/http/streams.ts';
import { upload } from './upload.ts';

const MAX_NAME_LENGTH = 255;

/** The whole body is the file. Its format is recognized by its content. */
export async function answerImport(request: Request, call: Call): Promise<Response> {
  const query = parseQuery(request.url);
  onlyParameters(query, ['group_uid', 'validate_only', 'file_name']);
  const one = (name: string) => query.get(name)?.[0] ?? '';
  const validateOnly = one('validate_only') || 'false';
  if (validateOnly !== 'true' && validateOnly !== 'false') {
    throw invalidField('validate_only', 'must be true or false');
  }
  const name = one('file_name') || 'upload';
  if (name.length > MAX_NAME_LENGTH) {
    throw invalidField('file_name', `must be at most ${MAX_NAME_LENGTH} characters long`);
  }
  if (/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    throw invalidField('Content-Type', 'must be that of the file, which is the whole body');
  }
  const run = (onProgress?: (progress: JsonObject) => void) =>
    // An import that ends early would have to be repeated.
    importAdvisories(
      { ...call, signal: undefined },
      {
        groupUid: one('group_uid'),
        validateOnly: validateOnly === 'true',
        open: () => upload(request, name),
        onProgress: onProgress && ((counts) => onProgress({ ...counts })),
      },
    ).catch((error: unknown) => {
      throw isSourceError(error) ? invalidField('body', error.message) : error;
    });
  if (acceptsLines(request)) return progressResponse(run, call.requestId);
  return jsonResponse(await run());
}

/** Answers an export with a file, sent while it is read. @throws ApiError before the first byte. */
export async function answerExport(request: Request, call: Call): Promise<Response> {
  const { contentType, fileName, chunks } = await exportAdvisories(
    call,
    parseQuery(request.url),
    request.headers.get('accept') ?? '',
  );
  return streamedResponse(chunks, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
}
