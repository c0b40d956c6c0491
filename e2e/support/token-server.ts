/**
 * A token server in front of a real registry, which verifies the tokens.
 *
 * @see https://distribution.github.io/distribution/spec/auth/jwt/
 */
import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';

const SERVICE = 'test registry';
const ISSUER = 'test issuer';

export interface Signer {
  /** The path of the certificate that the registry trusts. */
  certificate: string;
  sign(subject: string, scopes: readonly string[], lifetimeSeconds: number): Promise<string>;
  remove(): void;
}

export function newSigner(): Signer {
  const folder = mkdtempSync(join(tmpdir(), 'grove-token-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=test issuer', '-days', '2', '-nodes'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
  const privateKey = createPrivateKey(readFileSync(key));
  const der = readFileSync(certificate, 'utf8').replace(/-----[^-]+-----|\s/g, '');
  return {
    certificate,
    sign: (name, scopes, lifetime) => {
      const access = scopes.map((scope) => {
        const [, type = '', resource = '', actions = ''] =
          /^([^:]+):(.+):([^:]+)$/.exec(scope) ?? [];
        return { type, name: resource, actions: actions.split(',') };
      });
      return new SignJWT({ access })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', x5c: [der] })
        .setIssuer(ISSUER)
        .setAudience(SERVICE)
        .setSubject(name)
        .setIssuedAt()
        .setNotBefore('0s')
        .setExpirationTime(`${lifetime}s`)
        .setJti(crypto.randomUUID())
        .sign(privateKey);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
