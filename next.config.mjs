/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks them; whoever just starts Grove need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Native code, and packages that read files of their own, are loaded by Node rather than bundled.
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3'],
};
