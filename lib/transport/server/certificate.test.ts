import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { newCertificates } from '../../../e2e/support/certificates.ts';
import { readCertificate, watchCertificate, type Certificate } from './certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-certificate-'));
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
const [first, second] = [newCertificates(), newCertificates()];

const store = ({ cert, key }: { cert: string; key: string }) => {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
};

afterAll(() => rmSync(folder, { recursive: true }));

it('reads a certificate and its key', () => {
  store(first);
  expect(readCertificate(files)).toEqual({
    cert: Buffer.from(first.cert),
    key: Buffer.from(first.key),
  });
});

it('names the files that do not fit each other, and one that is missing', () => {
  store({ cert: first.cert, key: second.key });
  expect(() => readCertificate(files)).toThrow(
    /cert\.pem is not a valid certificate, or .*key\.pem/,
  );
  const missing = { ...files, keyFile: join(folder, 'none.pem') };
  expect(() => readCertificate(missing)).toThrow(/none\.pem cannot be read/);
});

it('hands on a renewed certificate once both files fit each other', async () => {
  store(first);
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const renewed: Certificate[] = [];
  const stop = watchCertificate(files, (certificate) => renewed.push(certificate), 10);
  onTestFinished(() => {
    stop();
    log.mockRestore();
  });
  // A write before the first look is no change, so it is written until it is noticed.
  await expect
    .poll(() => (writeFileSync(files.certFile, second.cert), log.mock.calls.length))
    .toBeGreaterThan(0);
  await expect
    .poll(() => (writeFileSync(files.keyFile, second.key), renewed.length))
    .toBeGreaterThan(0);
  expect(renewed[0]?.cert.toString()).toBe(second.cert);
});
