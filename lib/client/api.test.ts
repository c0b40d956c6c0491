import { afterAll, describe, expect, it, test } from 'vitest';
import { alreadyExists, failedPrecondition, invalidArgument, isApiError } from '#lib/aip/errors.ts';
import type { ApiError } from '#lib/aip/errors.ts';
import { ApiRequestError, call, askBy, sendBy } from './api.ts';

afterAll(() => sendBy((path, init) => fetch(path, init)));

/** The error as the client receives it. */
function received(error: ApiError): ApiRequestError {
  expect(isApiError(error)).toBe(true);
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: error.status,
    metadata: { ...error.metadata, requestId: 'r' },
  };
  return new ApiRequestError(409, {
    code: 6,
    message: error.message,
    details: [info, ...error.details],
  });
}

test('a conflict is told at its field, whatever its words', () => {
  const description = 'odd: words: with colons';
  const error = received(alreadyExists('Group', 'x', { field: 'name', description }));
  expect(error.violations).toEqual({ name: description });
  expect([error.reason, error.requestId]).toEqual(['ALREADY_EXISTS', 'r']);
});

test('every violation is told at its field', () => {
  const violations = [
    { field: 'name', description: 'is required' },
    { field: 'oidc.issuer', description: 'must be an https URL' },
  ];
  expect(received(invalidArgument(violations)).violations).toEqual({
    name: 'is required',
    'oidc.issuer': 'must be an https URL',
  });
});

describe('a request that needs a newer sign-in', () => {
  const type = 'REAUTHENTICATION_REQUIRED';
  const { message, details } = failedPrecondition([{ type, description: 'confirm' }]);
  const refused = () => Response.json({ code: 9, message, details }, { status: 400 });

  /** What a server answers that refuses until somebody has confirmed, and what it was sent. */
  function server(isAccepted: () => boolean): string[] {
    const sent: string[] = [];
    sendBy(async (path, { method, body }) => {
      sent.push(`${method} ${path} ${JSON.stringify(body)}`);
      return isAccepted() ? Response.json({ uid: 'x' }) : refused();
    });
    return sent;
  }

  const change = () => call('/groups', { method: 'POST', body: { name: 'a' } });

  it('is sent again as it was, once its person has confirmed', async () => {
    let isConfirmed = false;
    const sent = server(() => isConfirmed);
    const stop = askBy(async () => {
      isConfirmed = true;
      return true;
    });
    expect(await change()).toEqual({ uid: 'x' });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    stop();
  });

  it('fails where nobody confirms, and is sent again once at most', async () => {
    const sent = server(() => false);
    await expect(change()).rejects.toThrow(message);
    expect(sent).toHaveLength(1);
    let asked = 0;
    const stop = askBy(async () => {
      asked += 1;
      return asked > 1;
    });
    await expect(change()).rejects.toThrow(message);
    expect(sent).toHaveLength(2);
    await expect(change()).rejects.toThrow(message);
    expect([sent.length, asked]).toEqual([4, 2]);
    stop();
  });
});

describe('a request without a session', () => {
  const ended = () => Response.json({ code: 16, message: 'there is no session' }, { status: 401 });

  it('waits until its person has signed in, whether it reads or writes', async () => {
    let isSignedIn = false;
    sendBy(async () => (isSignedIn ? Response.json({ uid: 'x' }) : ended()));
    const needs: string[] = [];
    const stop = askBy(async (need) => {
      needs.push(need);
      isSignedIn = true;
      return true;
    });
    expect(await call('/groups')).toEqual({ uid: 'x' });
    isSignedIn = false;
    expect(await call('/groups', { method: 'POST', body: { name: 'a' } })).toEqual({ uid: 'x' });
    expect(needs).toEqual(['session', 'session']);
    stop();
  });

  it('fails where its person does not sign in, and where nobody is to be asked', async () => {
    sendBy(async () => ended());
    let asked = 0;
    const stop = askBy(async () => {
      asked += 1;
      return false;
    });
    await expect(call('/groups')).rejects.toThrow('there is no session');
    await expect(call('/groups', { asksNobody: true })).rejects.toThrow('there is no session');
    expect(asked).toBe(1);
    stop();
  });

  it('asks in the last way that has not ended', async () => {
    sendBy(async () => ended());
    const asked: string[] = [];
    const way = (name: string) =>
      askBy(async () => {
        asked.push(name);
        return false;
      });
    const stop = way('first');
    const stopOther = way('other');
    await expect(call('/groups')).rejects.toThrow('there is no session');
    stopOther();
    await expect(call('/groups')).rejects.toThrow('there is no session');
    stop();
    await expect(call('/groups')).rejects.toThrow('there is no session');
    expect(asked).toEqual(['other', 'first']);
  });
});
