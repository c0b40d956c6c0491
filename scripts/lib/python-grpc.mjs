/** Installs Debian's gRPC for Python, with which the definitions are tested. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { note, progress } from './report.mjs';

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
 * Installs gRPC for Python if it is missing and the system allows it. Otherwise its tests are left
 * out.
 */
export async function ensurePythonGrpc() {
  if (hasPythonGrpc()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const done = progress('Installing gRPC for Python');
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], options);
    done();
  }
  if (!hasPythonGrpc()) note(`Leaving out the tests in Python; they need ${PACKAGES.join(', ')}`);
}
