import { afterEach, expect, it, vi } from 'vitest';
import { fileOf, jsonWriter } from '#lib/client/lists/export.ts';

const { signal } = new AbortController();
const TEAM = `${'0'.repeat(40)}/aaaaaaaaaaaaaaaa`;

afterEach(() => vi.unstubAllGlobals());

it('names the group of each row in CSV, and leaves JSON as the API has it', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(
      Response.json({ groups: [{ uid: TEAM, name: 'payments' }], nextPageToken: '' }),
    );
  });
  const rows = [{ uid: `${TEAM}/1` }, { uid: `${TEAM}/2` }, { uid: TEAM, group: { name: 'own' } }];
  expect((await fileOf(rows, 'csv', signal)).join('')).toBe(
    `\u{feff}uid,group.name\r\n${TEAM}/1,payments\r\n${TEAM}/2,payments\r\n${TEAM},own\r\n`,
  );
  expect(asked).toHaveLength(1);
  expect(JSON.parse((await fileOf(rows, 'json', signal)).join(''))).toEqual(rows);
  expect(asked).toHaveLength(1);
});

it('writes JSON that holds every page', () => {
  const json = jsonWriter();
  json.add([{ uid: '1' }, { uid: '2' }]);
  json.add([]);
  json.add([{ uid: '3', nested: { a: 1 } }]);
  expect(JSON.parse(json.parts().join(''))).toEqual([
    { uid: '1' },
    { uid: '2' },
    { uid: '3', nested: { a: 1 } },
  ]);
  expect(JSON.parse(jsonWriter().parts().join(''))).toEqual([]);
});
