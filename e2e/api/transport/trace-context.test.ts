// @module-tag http
import { registerHooks } from 'node:module';
import { describe, expect } from 'vitest';
import { exportSpans } from '#lib/tracing/export.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const HEADERS = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: 'rojo=1,congo=2' };
const NOWHERE = `/iam/v2beta1/groups/${'0'.repeat(40)}`;

/** The trace headers of Grove's requests to an issuer, during a call with `headers`. */
async function passedOn(headers: Record<string, string>): Promise<Record<string, unknown>[]> {
  const issuer = await startOidcIssuer();
  const asked: Record<string, unknown>[] = [];
  issuer.intercept = ({ headers: { traceparent, tracestate } }) => {
    asked.push({ traceparent, tracestate });
    return false;
  };
  const claimMatch = { issuer: issuer.issuer, subject: 'machine' };
  const identity = { name: new URL(issuer.issuer).port, claimMatch };
  ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, identity));
  const token = await issuer.sign({ sub: 'machine', aud: grove.url });
  asked.length = 0;
  ok(await grove.get('/auth/v1/me', { token, headers }));
  await issuer.stop();
  return asked;
}

describe('the trace of a caller', () => {
  it('is passed on as it came', async () => {
    // The discovery document and the keys.
    expect(await passedOn(HEADERS)).toEqual([HEADERS, HEADERS]);
  });

  it.each<Record<string, string>>([{}, { traceparent: 'made-up', tracestate: 'rojo=1' }])(
    'is not made up for a caller with %j',
    async (headers) => {
      expect(await passedOn(headers)).toEqual([{}, {}]);
    },
  );

  it('is in errors over REST and gRPC', async ({ over }) => {
    const { traceparent } = HEADERS;
    const options = { headers: { traceparent }, token: null };
    const rest = failure(await grove.get(NOWHERE, options), 'UNAUTHENTICATED');
    expect(rest.metadata['traceId']).toBe(TRACE);
    const call = failure(await over.grpc('GET', NOWHERE, options), 'UNAUTHENTICATED');
    expect(call.metadata['traceId']).toBe(TRACE);
    const { metadata } = failure(await grove.get(NOWHERE, { token: null }), 'UNAUTHENTICATED');
    expect(metadata).not.toHaveProperty('traceId');
  });
});

it('loads nothing of OpenTelemetry unless spans are exported', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('opentelemetry')) loaded.push(specifier);
      return next(specifier, context);
    },
  });
  expect(await exportSpans(async () => false)).toBeNull();
  expect(loaded).toEqual([]);
  hooks.deregister();
});
