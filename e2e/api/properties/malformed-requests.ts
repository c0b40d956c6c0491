/** Requests as bytes, mostly wrong: in path, query, headers, body, framing, or several of these. */
import fc from 'fast-check';
import type { Json } from '../harness.ts';
import { malformedBody } from './malformed-bodies.ts';

/** A valid request with all its parts. */
export interface Endpoint {
  verb: Verb;
  path: string;
  parameters: string[];
  body: Json;
  isForm?: boolean;
}

export type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface MalformedRequest {
  method: string;
  bytes: Buffer;
  /** The body is shorter than announced, so only closing the connection ends it. */
  isCutShort: boolean;
}

/** Texts that break parsers, databases or prototypes. */
const TEXTS = [
  '',
  ' ',
  '-1',
  '0',
  '1e999',
  '0x10',
  '9007199254740993',
  '18446744073709551616',
  '99999999999999999999999999999999999999',
  'NaN',
  'null',
  'true',
  '*',
  '__proto__',
  'constructor',
  'toString',
  'uid desc',
  'uid; DROP TABLE "Group"',
  "' OR 1=1 --",
  '"',
  'a/b/c',
  '../..',
  'é',
  '\u{1f332}',
  '2026-99-99T99:99:99Z',
  'f'.repeat(40),
  `${'f'.repeat(40)}/${'0'.repeat(16)}`,
  'a'.repeat(3_000),
];

/** Mistakes and attacks in a URL, as bytes on the wire. */
const PIECES = [
  '%',
  '%z',
  '%zz',
  '%0',
  '%00',
  '%01',
  '%c0%af',
  '%ed%a0%80',
  '%ed%b0%80',
  '%ff',
  '%fe%ff',
  '%2f',
  '%2F',
  '%252f',
  '%2e%2e%2f',
  '%5c',
  '%0d%0a',
  '%u0041',
  '+',
  '//',
  '/./',
  '/../',
  '/',
  '\\',
  ';a=b',
  ':explain',
  '#x',
  '?',
  '&',
  '[]',
  '{}',
  '|',
  '"',
  '<',
  '\t',
  ' ',
  '\x01',
  '\x7f',
  '\xff',
  '\xe2\x82',
  '%f0%9f%8c%b2'.repeat(200),
  'a'.repeat(2_100),
  'a'.repeat(40_000),
];

const rarely = <T>(usual: T, odd: fc.Arbitrary<T>, weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

/** The text with something inserted, sometimes twice. */
function spoiled(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const places = fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...PIECES)), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.tuple(text, places).map(([whole, all]) =>
    all.reduce((at, [place, piece]) => {
      const index = 1 + (place % at.length);
      return at.slice(0, index) + piece + at.slice(index);
    }, whole),
  );
}

function wrongPath({ path }: Endpoint): fc.Arbitrary<string> {
  const right = fc.constant(path);
  const encoded = path.replace(/(?<=[0-9a-f]{40})\//, '%2f');
  return fc.oneof(
    { weight: 12, arbitrary: spoiled(right) },
    { weight: 2, arbitrary: fc.constantFrom(encoded, path.replaceAll('/', '%2f')) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...TEXTS).map((text) => `${path}/${encodeURIComponent(text)}`),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        `http://elsewhere.example${path}`,
        `/${path}`,
        `${path}/`,
        path.toUpperCase(),
        path.replace('v2beta1', 'v3'),
        path.slice(0, -1),
        path + '/a'.repeat(1_500),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('*', '', '//', '/%2e%2e/iam', 'iam/v2beta1', '/iam', '/sts/'),
    },
  );
}

const PARAMETERS = ['page_size', 'pageSize', 'page_token', 'skip', 'order_by', 'update_mask'];
const HIERARCHY = ['descendants_of', 'children_of', 'ancestors_of', 'in_root', 'ids'];
const NAMES = [
  ...PARAMETERS,
  ...HIERARCHY.map((name) => `uidp.${name}`),
  '__proto__',
  'hasOwnProperty',
  '',
  'uidp',
];

function wrongQuery({ parameters }: Endpoint): fc.Arbitrary<string> {
  const name = fc.constantFrom(...parameters, ...NAMES);
  const value = fc.oneof(
    fc.constantFrom(...TEXTS).map(encodeURIComponent),
    fc.constantFrom(...PIECES.slice(0, -2)),
    fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${encodeURIComponent(key)}=${text}`);
  const pairs = fc.oneof(
    { weight: 8, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: pair.map((one) => [one, one]) },
    { weight: 1, arbitrary: pair.map((one) => Array<string>(300).fill(one.slice(0, 60))) },
  );
  return fc.tuple(pairs, fc.constantFrom('&', '&&', ';')).map(([all, by]) => `?${all.join(by)}`);
}

type Headers = [string, string][];

const jwt = (header: object, payload: unknown, signature = 'c2ln') =>
  [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + `.${signature}`;

/** Invalid credentials; `token` is a valid one. */
function wrongCredentials(token: string): string[] {
  const [head = '', claims = ''] = token.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Json;
  return [
    '',
    'Bearer',
    'Bearer  ',
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}x`,
    `Bearer ${head}.${claims}.`,
    `Bearer ${jwt({ alg: 'none' }, payload, '')}`,
    `Bearer ${jwt({ alg: 'HS256', kid: '__proto__' }, payload)}`,
    `Bearer ${jwt({ alg: 'ES256', crit: ['x'] }, payload)}`,
    `Bearer ${jwt({}, { ...payload, iss: { toString: 1 } })}`,
    `Bearer ${jwt({ alg: 'ES256' }, { iss: 'https://nobody.example', sub: 7, exp: 1e308 })}`,
    `Bearer ${jwt({ alg: 'ES256' }, { iss: '__proto__', sub: '__proto__' })}`,
    `Bearer ${jwt({ alg: 'ES256' }, null)}`,
    `Bearer ${jwt({ alg: 'ES256' }, [])}`,
    'Bearer a.b.c',
    'Bearer ..',
    'Bearer %00',
    'Bearer \xff\xfe',
    `Bearer ${'a'.repeat(20_000)}`,
  ];
}

const ODD_HEADERS: Headers = [
  ['Accept', '\xff'],
  ['Content-Encoding', 'gzip'],
  ['Cookie', 'next-auth.session-token=x'],
  ['Cookie', `next-auth.session-token=${'a'.repeat(5_000)}; a; =; ;;`],
  ['Cookie', '__proto__=1; next-auth.session-token='],
  ['Expect', '100-continue'],
  ['Expect', 'the unexpected'],
  ['Forwarded', 'for="[::1]:x"'],
  ['Host', ''],
  ['Host', 'a b'],
  ['Host', '[::1'],
  ['Host', 'localhost:99999'],
  ['If-Match', '"'],
  ['If-Match', 'W/"999"'],
  ['If-Match', '*'],
  ['If-Match', ', ,'],
  ['If-None-Match', '*'],
  ['Origin', 'null'],
  ['Range', 'bytes=0-'],
  ['Transfer-Encoding', 'gzip'],
  ['Transfer-Encoding', 'chunked, identity'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['X-Forwarded-For', '999.1.1.1, ::, \xff'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Long', 'x'.repeat(33_000)],
  ['X Bad', 'name'],
  ['X-Bad\x00', 'name'],
  ['X-Bad', 'a\x00b'],
  ['X-Bad', 'a\rb'],
  ['X-Folded', 'a\r\n b'],
  ['', 'no name'],
  ['__proto__', 'x'],
];

const TYPES = [
  'text/plain',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/json;;',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  '\xff',
];

const VERBS: Verb[] = ['GET', 'POST', 'PATCH', 'DELETE'];
const METHODS = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'FOO',
  '',
  'G\x01T',
];
const VERSIONS = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP/1.1 ',
  'http/1.1',
  'FTP/1.1',
  '',
];

const FRAMINGS = [
  'none',
  'short',
  'long',
  'huge',
  'negative',
  'words',
  'twice',
  'chunked',
  'bad chunk',
  'endless chunk',
  'both',
] as const;
type Framing = 'right' | (typeof FRAMINGS)[number];

/** The body with the headers that announce its length. */
function framed(body: Buffer, framing: Framing): { headers: Headers; body: Buffer } {
  const length = (value: string | number): Headers => [['Content-Length', String(value)]];
  const chunked: Headers = [['Transfer-Encoding', 'chunked']];
  const size = body.length.toString(16);
  const chunks = Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  switch (framing) {
    case 'none':
      return { headers: [], body };
    case 'short':
      return { headers: length(body.length >> 1), body };
    case 'long':
      return { headers: length(body.length + 10), body };
    case 'huge':
      return { headers: length('99999999999999'), body };
    case 'negative':
      return { headers: length(-1), body };
    case 'words':
      return { headers: length('ten'), body };
    case 'twice':
      return { headers: [...length(body.length), ...length(body.length + 1)], body };
    case 'chunked':
      return { headers: chunked, body: body.length === 0 ? Buffer.from('0\r\n\r\n') : chunks };
    case 'bad chunk':
      return { headers: chunked, body: Buffer.concat([Buffer.from('zz\r\n'), body]) };
    case 'endless chunk':
      return { headers: chunked, body: Buffer.from('ffffffff\r\nabc') };
    case 'both':
      return { headers: [...chunked, ...length(body.length)], body: chunks };
    case 'right':
      return { headers: length(body.length), body };
  }
}

/** The ways in which a request can be wrong. */
const PARTS = [
  'method',
  'path',
  'query',
  'version',
  'credentials',
  'type',
  'header',
  'framing',
  'body',
];
const WITHOUT_BODY = PARTS.filter((part) => part !== 'body' && part !== 'type');

/** The parts of a request, of which one is wrong, sometimes several. */
function parts(endpoint: Endpoint, token: string) {
  const { verb, path, body, isForm = false } = endpoint;
  const [good, type] = [`Bearer ${token}`, isForm ? 'x-www-form-urlencoded' : 'json'];
  const right = isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body);
  const hasBody = verb === 'POST' || verb === 'PATCH';
  // Most errors occur in these parts.
  const often = hasBody ? Array<string>(8).fill('body') : Array<string>(5).fill('query');
  return fc.constantFrom(...(hasBody ? PARTS : WITHOUT_BODY), ...often).chain((wrong) => {
    const part = <T>(name: string, usual: T, odd: fc.Arbitrary<T>) =>
      name === wrong ? odd : rarely(usual, odd, 30);
    return fc.record({
      method: part<string>('method', verb, fc.constantFrom(...METHODS, ...VERBS)),
      path: part('path', path, wrongPath(endpoint)),
      query: part('query', '', wrongQuery(endpoint)),
      version: part('version', 'HTTP/1.1', fc.constantFrom(...VERSIONS)),
      credentials: part('credentials', good, fc.constantFrom(...wrongCredentials(token))),
      type: part('type', `application/${type}`, fc.constantFrom(...TYPES)),
      header: part<Headers>('header', [], fc.subarray(ODD_HEADERS, { minLength: 1, maxLength: 2 })),
      framing: part<Framing>('framing', 'right', fc.constantFrom(...FRAMINGS)),
      body: hasBody
        ? part('body', Buffer.from(String(right)), malformedBody(endpoint, TEXTS))
        : fc.constant(Buffer.alloc(0)),
    });
  });
}

/** @param token of a caller who may do anything. */
export function malformedRequest(
  endpoints: readonly Endpoint[],
  token: string,
): fc.Arbitrary<MalformedRequest> {
  return fc.constantFrom(...endpoints).chain((endpoint) =>
    parts(endpoint, token).map((all) => {
      const { method, path, query, version, header, framing } = all;
      const { headers, body } = framed(all.body, framing);
      const lines: Headers = [
        ['Connection', 'close'],
        ...(header.some(([name]) => name === 'Host') ? [] : ([['Host', 'localhost']] as Headers)),
        ['Authorization', all.credentials],
        ...(all.body.length > 0 ? ([['Content-Type', all.type]] as Headers) : []),
        // Nothing is deleted, so that there always is something to request.
        ...(method === 'DELETE' ? ([['If-Match', '"0"']] as Headers) : []),
        ...header,
        ...headers,
      ];
      const more = path.includes('?') ? query.replace('?', '&') : query;
      const start = `${method} ${path}${more} ${version}\r\n`;
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      return {
        // The failure message contains the bytes.
        [fc.toStringMethod]: () => start.slice(0, 100),
        method,
        bytes: Buffer.concat([Buffer.from(`${start}${head}\r\n`, 'latin1'), body]),
        isCutShort:
          ['long', 'huge', 'endless chunk'].includes(framing) ||
          header.some(([name]) => name === 'Transfer-Encoding'),
      };
    }),
  );
}
