/** Creates a certificate authority, and a certificate from it for this machine. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** PEM of the authority's certificate. */
  authority: string;
  /** PEM of the key and the certificate for 127.0.0.1, signed by the authority. */
  key: string;
  cert: string;
}

export function newCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'grove-authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (command: string, ...more: string[]) =>
    execFileSync('openssl', [...command.split(' '), ...more], { stdio: 'ignore', cwd: folder });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  try {
    openssl(`req -x509 ${newKey} -days 2 -keyout ca.key -out ca.pem -subj`, '/CN=test authority');
    openssl(`req ${newKey} -keyout key.pem -out csr -subj /CN=registry`);
    writeFileSync(at('ext'), 'subjectAltName = IP:127.0.0.1\n');
    const signing = '-CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext';
    openssl(`x509 -req -in csr ${signing} -out cert.pem`);
    const read = (name: string) => readFileSync(at(name), 'utf8');
    return { authority: read('ca.pem'), key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
