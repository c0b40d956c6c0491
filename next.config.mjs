/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Native code, and packages that read files of their own, are loaded by Node rather than bundled.
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3'],
};
