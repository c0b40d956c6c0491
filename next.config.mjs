import { existsSync } from 'node:fs';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // A uid that ends with a slash is not the one without it.
  skipTrailingSlashRedirect: true,
  // `npm test` checks them; whoever just starts Grove need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    resolveAlias: {
      // Every browser that Grove supports has what it adds.
      '../build/polyfills/polyfill-module': './lib/client/instead/polyfills.ts',
      // In a browser only `process.env` is read, whose values the build puts in.
      'next/dist/compiled/process': './lib/client/instead/process.ts',
    },
  },
  experimental: {
    // Without a network, a click on a link waits on its page rather than leave it.
    useOffline: true,
    // Routes hold a second copy of Grove, which `server.ts` never asks for.
    preloadEntriesOnStart: false,
    // Node.js reads none, and they are three quarters of what a build writes.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // To write it takes a quarter of a build. Whoever builds once, as for an image, never reads it.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
  },
  // Native code, and packages that read files of their own, are loaded by Node rather than bundled.
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
  ],
  // No folder of `app` can have the names of all services.
  rewrites: async () => [
    {
      source: '/:service((?:grove|grpc)\\.[\\w.]+)/:method(\\w+)',
      destination: '/rpc/:service/:method',
    },
  ],
};
