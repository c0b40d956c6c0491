import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readInstallation } from './installation.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-installation-'));
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: Record<string, string>) => readInstallation(settingsOf(env, folder));

it('says nothing unless set', () => {
  expect(read({})).toEqual({ areProvidersFirst: false });
  expect(read({ GROVE_NAME: ' ', GROVE_SIGN_IN: '' })).toEqual({ areProvidersFirst: false });
});

it('takes a name, a picture by its content, and the way that people sign in', () => {
  writeFileSync(join(folder, 'logo.txt'), PNG);
  const settings = read({
    GROVE_NAME: ' Acme Platform ',
    GROVE_PICTURE: 'logo.txt',
    GROVE_SIGN_IN: 'providers',
  });
  expect(settings).toMatchObject({ name: 'Acme Platform', areProvidersFirst: true });
  expect(settings.picture).toMatchObject({
    type: 'image/png',
    version: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
  expect(Buffer.from(settings.picture?.bytes ?? [])).toEqual(PNG);
});

it('refuses what it cannot use', () => {
  const picture = (bytes: string | Buffer) => () => {
    writeFileSync(join(folder, 'picture'), bytes);
    return read({ GROVE_NAME: 'Acme', GROVE_PICTURE: 'picture' });
  };
  const refused = 'must be a PNG, JPEG or WebP picture of at most 512 kB';
  expect(picture('<svg xmlns="http://www.w3.org/2000/svg"/>')).toThrow(refused);
  expect(picture(Buffer.concat([PNG, Buffer.alloc(512 * 1024)]))).toThrow(refused);
  expect(picture('')).toThrow(refused);
  const env = (values: Record<string, string>) => () => read(values);
  expect(env({ GROVE_NAME: 'Acme', GROVE_PICTURE: 'nowhere.png' })).toThrow('cannot be read');
  expect(env({ GROVE_PICTURE: 'logo.txt' })).toThrow('GROVE_PICTURE needs GROVE_NAME');
  expect(env({ GROVE_NAME: 'x'.repeat(61) })).toThrow('at most 60 printable characters');
  expect(env({ GROVE_NAME: 'a\u202eb' })).toThrow('printable');
  expect(env({ GROVE_SIGN_IN: 'magic' })).toThrow('must be passwords or providers, not "magic"');
});
