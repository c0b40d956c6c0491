import { describe, expect, it } from 'vitest';
import * as errors from './errors.ts';

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';
const RESOURCE_INFO = 'type.googleapis.com/google.rpc.ResourceInfo';

describe('errors', () => {
  it('has a code of its own for each status, as gRPC numbers them', () => {
    const codes = Object.values(errors.STATUS).map(({ code }) => code);
    expect(codes).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16]);
  });

  it.each(Object.keys(errors.STATUS) as errors.StatusName[])('starts the message of %s', (name) => {
    const error = new errors.ApiError(name, 'cause');
    expect(error.message).toBe(`${errors.STATUS[name].phrase}: cause`);
    expect(error).toMatchObject({ status: name, details: [], metadata: {}, headers: {} });
  });

  it('names a hundred failing fields and no more', () => {
    const violations = Array.from({ length: 5_000 }, (_, index) => ({
      field: `key${index}`,
      description: 'is not a field',
    }));
    const [details] = errors.invalidArgument(violations).details;
    expect(details).toMatchObject({ fieldViolations: violations.slice(0, 100) });
    expect(errors.invalidArgument(violations).message).not.toContain('key100');
  });

  it('names every failing field in the message and the details', () => {
    const violations = [
      { field: 'a', description: 'is required' },
      { field: 'b.c', description: 'must be a string' },
    ];
    const error = errors.invalidArgument(violations);
    expect(error.message).toBe('Invalid argument: a: is required; b.c: must be a string');
    expect(error.details).toEqual([{ '@type': BAD_REQUEST, fieldViolations: violations }]);
    expect(errors.invalidField('a', 'is required')).toMatchObject({
      message: 'Invalid argument: a: is required',
    });
  });

  it('tells which resource is missing or taken', () => {
    const missing = errors.notFound('Group', 'u');
    const description = 'Group u does not exist';
    const info = { '@type': RESOURCE_INFO, resourceType: 'Group', resourceName: 'u', description };
    expect([missing.message, missing.details]).toEqual([`Not found: ${description}`, [info]]);
    const taken = errors.alreadyExists('Group', 'x', { field: 'name', description: 'taken' });
    expect(taken.message).toBe('Already exists: name: taken');
    expect(taken.details).toEqual([{ ...info, resourceName: 'x', description: 'taken' }]);
    expect(taken.metadata).toEqual({ field: 'name' });
  });

  it('tells which capabilities are missing where', () => {
    const error = errors.permissionDenied(['a.list', 'b.list'], 'u');
    expect(error.message).toBe('Permission denied: missing a.list, b.list on u');
    expect(error.metadata).toEqual({ capability: 'a.list,b.list', resource: 'u' });
    expect(errors.permissionDenied(['a'], '').message).toContain('any root group');
    expect(errors.permissionDenied(['a'], 'u', 'because').message).toBe(
      'Permission denied: because',
    );
  });

  it('tells what was in the way', () => {
    const violations = [
      { type: 'A', subject: 's', description: 'one' },
      { type: 'B', description: 'two' },
    ];
    const error = errors.failedPrecondition(violations);
    expect(error.message).toBe('Precondition failed: one; two');
    expect(error.details).toEqual([
      { '@type': 'type.googleapis.com/google.rpc.PreconditionFailure', violations },
    ]);
  });

  it('challenges who is not authenticated', () => {
    const { headers } = errors.unauthenticated('the token has expired');
    expect(headers).toEqual({ 'www-authenticate': 'Bearer error="invalid_token"' });
  });

  it('knows an error of another copy of the module', () => {
    const foreign = Object.assign(new Error('Aborted: x'), { name: 'ApiError', status: 'ABORTED' });
    expect(errors.isApiError(foreign)).toBe(true);
    expect(errors.isApiError(errors.aborted('group u'))).toBe(true);
    for (const other of [new Error('x'), null, 'ApiError', { name: 'ApiError' }]) {
      expect(errors.isApiError(other)).toBe(false);
    }
  });
});
