/** Requests over HTTP/2 that are answered before their body was read completely. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { afterAll, expect } from 'vitest';
import { grove, withSettings } from '../fixtures.ts';

const STREAMS = 4;

const it = withSettings({ GROVE_MAX_STREAMS: String(STREAMS) });
/** More than a message and a body may have. */
const TOO_LARGE = 2_000_000;

let session: ClientHttp2Session;

it.beforeAll(() => {
  session = connect(grove.url.replace('localhost', '127.0.0.1'));
});

afterAll(() => {
  session.destroy();
});

it.each([
  ['/grove.iam.v2beta1.GroupsService/CreateGroup', 'application/grpc+proto', 200],
  ['/iam/v2beta1/groups', 'application/json', 400],
])('to %s leave room on their connection', async (path, type, status) => {
  // A gRPC message begins with a flag and its length.
  const body = Buffer.alloc(TOO_LARGE, ' ');
  body.writeUInt8(0, 0);
  body.writeUInt32BE(TOO_LARGE - 5, 1);
  for (let count = 0; count < 2 * STREAMS; count += 1) {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': type,
      authorization: `Bearer ${grove.ownerToken}`,
    });
    stream.end(body);
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(headers[':status']).toBe(status);
    stream.resume();
    await once(stream, 'close');
  }
});
