/** Installs Debian's gRPC for Python, with which the definitions are tested. */
import { existsSync } from 'node:fs';
import { ensurePackages } from './apt.mjs';
import { note } from './report.mjs';

const FILES = [
  '/usr/bin/python3',
  '/usr/bin/protoc',
  '/usr/bin/grpc_python_plugin',
  '/usr/include/google/protobuf/descriptor.proto',
  '/usr/lib/python3/dist-packages/grpc/__init__.py',
];

const PACKAGES = [
  'python3-grpcio',
  'protobuf-compiler',
  'protobuf-compiler-grpc',
  'libprotobuf-dev',
];

/** True if a Python client can be generated and run. */
export function hasPythonGrpc() {
  return FILES.every((file) => existsSync(file));
}

/**
 * Installs gRPC for Python if it is missing and the system allows it. Otherwise its tests are
 * skipped.
 */
export async function ensurePythonGrpc() {
  const missing = await ensurePackages({
    what: 'gRPC for Python',
    packages: PACKAGES,
    isInstalled: hasPythonGrpc,
  });
  if (missing !== null) note(`Leaving out the tests in Python: ${missing}`);
}
