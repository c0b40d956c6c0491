import { expect, it } from 'vitest';
import { csvWriter } from '#lib/client/lists/csv.ts';

it('writes CSV with a column for every member, wherever it first appears', () => {
  const csv = csvWriter();
  csv.add([{ uid: '1', name: 'a, "b"' }]);
  csv.add([{ uid: '2', name: 'two\nlines', email: 'x@y.z', aliases: ['p', 'q'] }]);
  expect(csv.parts().join('')).toBe(
    '\u{feff}uid,name,email,aliases\r\n1,"a, ""b""",,\r\n2,"two\nlines",x@y.z,p; q\r\n',
  );
});

it('has a column for each nested member, and no JSON', () => {
  const csv = csvWriter();
  csv.add([
    { claimMatch: { issuer: 'https://a', claims: { ref: 'main' } } },
    { claimMatch: { issuer: 'https://b' }, scores: [{ type: 'CVSS_V3', score: 'AV:N' }, 'none'] },
  ]);
  expect(csv.parts().join('')).toBe(
    '\u{feff}claimMatch.issuer,claimMatch.claims.ref,scores\r\nhttps://a,main,\r\nhttps://b,,CVSS_V3 AV:N; none\r\n',
  );
});

it('writes nothing that a spreadsheet would run', () => {
  const csv = csvWriter();
  csv.add([{ name: '=HYPERLINK("http://evil")', other: '@x', number: -3, text: '-4.5' }]);
  expect(csv.parts()[1]).toBe(`"'=HYPERLINK(""http://evil"")",'@x,-3,-4.5\r\n`);
});
