import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PROJECTS } from './scripts/test/projects.mjs';
import type { Engine, Isolation, Project } from './scripts/test/projects.mjs';
import { TAGS } from './scripts/test/tags.mjs';

const NOTHING_LEFT = 'e2e/api/setup/nothing-left.ts';
const AS_STARTED = 'e2e/api/setup/as-started.ts';
// Files share a process, and Next may be loaded in parts. Where its first module is not the first, the parts that
// come later change how every error is logged, and fail at it.
const NEXT_FIRST = 'next/dist/server/node-environment-baseline.js';

interface Setup {
  globalSetup?: string;
  setupFiles?: string[];
  env?: Record<string, string>;
}

const ENGINES: Readonly<Record<Engine, Setup>> = {
  // Tests must not use the developer's own database.
  none: { env: { DATABASE_URL: '', DATABASE_REPLICA_URL: '' } },
  sqlite: { globalSetup: 'e2e/api/setup/sqlite-template.ts' },
  postgres: {
    globalSetup: 'e2e/api/postgres/global-setup.ts',
    setupFiles: ['e2e/api/postgres/setup.ts'],
  },
};

const ISOLATIONS: Readonly<Record<Isolation, { isolate: boolean; setupFiles: string[] }>> = {
  shared: { isolate: false, setupFiles: [NEXT_FIRST, NOTHING_LEFT] },
  restored: { isolate: false, setupFiles: [NEXT_FIRST, NOTHING_LEFT, AS_STARTED] },
  alone: { isolate: true, setupFiles: [NEXT_FIRST] },
};

const HOUR_MS = 3_600_000;

function projectOf([name, project]: [string, Project]) {
  const { engine, transport, isolation, include, exclude = [], timesTheRuns } = project;
  const { globalSetup = [], setupFiles = [], env } = ENGINES[engine];
  return {
    extends: true as const,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      globalSetup,
      isolate: ISOLATIONS[isolation].isolate,
      setupFiles: [...setupFiles, ...ISOLATIONS[isolation].setupFiles],
      env: {
        ...env,
        ...(transport !== 'rest' && { GROVE_TEST_TRANSPORT: transport }),
        ...(timesTheRuns !== undefined && { TEST_RUNS: String(timesTheRuns) }),
      },
      ...(project.isLong && { testTimeout: HOUR_MS }),
    },
  };
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { setupFiles: 'list' },
    // Tests wait for each other and for the disk, so that two cores keep three workers going.
    maxWorkers: 3,
    // Some tests start processes, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // A focused test would hide the others, and the lint does not know the `it` of fixtures.
    allowOnly: false,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    // The processes that tests start have the same modules, which need not be compiled again.
    env: { NODE_COMPILE_CACHE: resolve('.cache/compiled-modules') },
    projects: Object.entries(PROJECTS).map(projectOf),
  },
});
