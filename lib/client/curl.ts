/** An API request as a shell command. */
export interface ShellRequest {
  method: string;
  /** Includes the query. */
  path: string;
  body?: unknown;
  ifMatch?: string | null;
  file?: string;
  /** Whether the response is a file, saved under the name that the server gives. */
  isDownload?: boolean;
}

export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The `curl` command. It takes the access token from `$GROVE_TOKEN`: session credentials never
 * appear in it.
 *
 * @param origin `https://grove.example.com`
 */
export function curlOf(origin: string, request: ShellRequest): string {
  const { method, path, body, ifMatch, file, isDownload } = request;
  const lines = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $GROVE_TOKEN"',
    ...(ifMatch ? [`-H ${quoted(`If-Match: ${ifMatch}`)}`] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `--data ${quoted(JSON.stringify(body))}`]),
    ...(file === undefined
      ? []
      : ["-H 'Content-Type: application/octet-stream'", `--data-binary ${quoted(`@${file}`)}`]),
    ...(isDownload ? ['-OJ'] : []),
    quoted(`${origin}${path}`),
  ];
  return lines.join(' ');
}
