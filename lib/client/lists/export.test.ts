import { expect, it } from 'vitest';
import { csvWriter, jsonWriter } from '#lib/client/lists/export.ts';

it('writes CSV with a column for every member, wherever it first appears', () => {
  const csv = csvWriter();
  csv.add([{ uid: '1', name: 'a, "b"' }]);
  csv.add([{ uid: '2', name: 'two\nlines', email: 'x@y.z', aliases: ['p', 'q'] }]);
  expect(csv.parts().join('')).toBe(
    '\u{feff}uid,name,email,aliases\r\n' +
      '1,"a, ""b""",,\r\n' +
      '2,"two\nlines",x@y.z,"[""p"",""q""]"\r\n',
  );
});

it('writes nothing that a spreadsheet would run', () => {
  const csv = csvWriter();
  csv.add([{ name: '=HYPERLINK("http://evil")', other: '@x', number: -3, text: '-4.5' }]);
  expect(csv.parts()[1]).toBe(`"'=HYPERLINK(""http://evil"")",'@x,-3,-4.5\r\n`);
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
