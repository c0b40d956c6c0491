import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import { currentOf } from './current.ts';

const PRODUCT = 'pkg:oci/app';

/** The events that still count: the first part is affected, the second one is not. */
function newestOn(affected: string, notAffected: string): string[] {
  const events: JsonObject[] = [
    { uid: '0a', truePositiveDetermination: { note: '' } },
    { uid: '0b', falsePositiveDetermination: { note: '' } },
  ];
  const origin = {
    events: {
      '0a': { product: PRODUCT, subcomponent: affected },
      '0b': { product: PRODUCT, subcomponent: notAffected },
    },
  };
  return currentOf({ events, origin }).newest.map(({ event }) => String(event['uid']));
}

it.each([
  ['versions', 'pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.21', ['0a', '0b']],
  ['no versions', 'pkg:npm/lodash', 'pkg:npm/lodash', ['0b']],
  // The file is a part of what the advisory is about, so it does not name a version.
  ['files', 'pkg:npm/lodash?file_name=a', 'pkg:npm/lodash', ['0b']],
  ['files and versions', 'pkg:npm/a@1?file_name=b', 'pkg:npm/a@2?file_name=b', ['0a', '0b']],
])('keeps the statements on parts of one product by version: %s', (_name, one, other, newest) => {
  expect(newestOn(one, other)).toEqual(newest);
});
