/** A request to the API as somebody can make it in a shell. */
export interface ShellRequest {
  method: string;
  /** With its query. */
  path: string;
  body?: unknown;
  ifMatch?: string | null;
  /** The name of a file that is the body. */
  file?: string;
  /** Whether the answer is a file, which is kept under the name that it comes with. */
  isDownload?: boolean;
}

/** As one word of a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The `curl` command for it, with the access token taken from `$GROVE_TOKEN`: a session's own
 * credentials never stand in it.
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
