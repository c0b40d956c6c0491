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

it('has a column for each member of a member, and no JSON', () => {
  const csv = csvWriter();
  csv.add([
    { claimMatch: { issuer: 'https://a', claims: { ref: 'main', env: 'prod' } } },
    { claimMatch: { issuer: 'https://b' }, scores: [{ type: 'CVSS_V3', score: 'AV:N' }, 'none'] },
  ]);
  expect(csv.parts().join('')).toBe(
    '\u{feff}claimMatch.issuer,claimMatch.claims,scores\r\nhttps://a,ref=main; env=prod,\r\nhttps://b,,CVSS_V3 AV:N; none\r\n',
  );
});

it('has no column for a key that people choose', () => {
  const csv = csvWriter();
  const matchOf = (key: string) => ({ claimMatch: { claims: { [key]: '1' } } });
  csv.add([matchOf('a'), matchOf('b')]);
  csv.add([{ before: matchOf('c') }]);
  expect(csv.parts().join('')).toBe(
    '\u{feff}claimMatch.claims,before.claimMatch\r\na=1,\r\nb=1,\r\n,claims.c=1\r\n',
  );
});

it('writes nothing that a spreadsheet would run', () => {
  const csv = csvWriter();
  csv.add([{ name: '=HYPERLINK("http://evil")', other: '@x', number: -3, text: '-4.5' }]);
  expect(csv.parts()[1]).toBe(`"'=HYPERLINK(""http://evil"")",'@x,-3,-4.5\r\n`);
});

it.each([
  '\n=A1',
  '  =A1',
  '\u{a0}+A1',
  '\t.',
  '\u{ff1d}A1',
  '\u{ff0b}A1',
  '\u{ff0d}A1',
  '\u{ff20}A1',
])('leaves %j as a text', (text) => {
  const csv = csvWriter();
  csv.add([{ text, map: { in: { [text]: '' } } }]);
  expect(csv.parts()[1]).toMatch(/^"?'[^,]*,"?'/);
});
