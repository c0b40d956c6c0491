import { expect, it } from 'vitest';
import { readTraceContext, traceHeaders } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it('reads what the headers say, and writes it again', () => {
  const headers = {
    traceparent: `00-${TRACE}-${SPAN}-01`,
    tracestate: 'rojo=1, congo=t61rcWkgMzE',
  };
  const context = readTraceContext(headers.traceparent, headers.tracestate);
  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, flags: 1, state: headers.tracestate });
  expect(context && traceHeaders(context)).toEqual(headers);
});

it('reads later versions as far as it knows them', () => {
  const context = readTraceContext(`cc-${TRACE}-${SPAN}-ff-what the future brings`, null);
  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, flags: 3 });
});

it.each([
  undefined,
  null,
  '',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])('ignores the header %s', (header) => {
  expect(readTraceContext(header, 'rojo=1')).toBeUndefined();
});

it.each(['', 'x'.repeat(513), 'rojo=é', 'rojo=1\u0007'])('ignores the state %j', (state) => {
  expect(readTraceContext(`00-${TRACE}-${SPAN}-00`, state)).not.toHaveProperty('state');
});
