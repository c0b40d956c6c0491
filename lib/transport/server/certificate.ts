/** The certificate of the port: read from two files, and read again when they change. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { logError } from '#lib/log.ts';
import { OperatorError } from '#lib/operator-error.ts';

/** Paths of two files in PEM. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

const CHECK_MS = 10_000;

/** @throws OperatorError that names the file at fault. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const [cert, key] = [readPem(certFile), readPem(keyFile)];
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new OperatorError(
      `${certFile} is not a valid certificate, or ${keyFile} is not its key (GROVE_TLS_CERT, GROVE_TLS_KEY)`,
    );
  }
  return { cert, key };
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new OperatorError(`${file} cannot be read`);
  }
}

/**
 * Calls `renewed` with each new certificate. While the two files do not fit each other, the server
 * keeps the certificate that it has.
 *
 * @returns how to stop.
 */
export function watchCertificate(
  files: CertificateFiles,
  renewed: (certificate: Certificate) => void,
  checkMs = CHECK_MS,
): () => void {
  const renew = () => {
    try {
      renewed(readCertificate(files));
    } catch (error) {
      logError('keeping the certificate before', error instanceof Error ? error.message : error);
    }
  };
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: checkMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
