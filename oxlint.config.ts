/**
 * The lint rules, and the layers that imports follow. An import that fails here belongs in another
 * folder, or the lower folder takes what it needs as a parameter.
 */
import { defineConfig } from 'oxlint';
import type { OxlintOverride } from 'oxlint';

/**
 * The folders of `lib`, lowest first. A folder may import folders of the lines above its own, types
 * included. Folders in one line do not import each other. Files directly in `lib` may be imported
 * everywhere.
 */
const LAYERS = [
  ['aip', 'settings'],
  ['tracing'],
  ['net', 'secrets', 'resources'],
  ['store'],
  ['limits'],
  ['access', 'audit'],
  ['mail'],
  ['auth'],
  ['advisory-formats'],
  ['import', 'export', 'backup'],
  ['service'],
  ['transport'],
];
const FOLDERS = LAYERS.flat();

interface Pattern {
  regex: string;
  message: string;
  allowTypeImports?: boolean;
}

function forbid(...patterns: Pattern[]): OxlintOverride['rules'] {
  return { 'eslint/no-restricted-imports': ['error', { patterns }] };
}

/** `lib/store` is the one door to the database, and there only an engine knows which one it is. */
const ONE_DOOR: Pattern = {
  regex:
    '^better-sqlite3$|^pg$|^pg-connection-string$|^@prisma/|^#lib/generated/prisma/|^#lib/store/(?:sql|sqlite|postgres)/',
  message: 'Only lib/store knows the database: ask lib/store/store.ts with a predicate.',
};

const TESTS = ['**/*.test.ts', '**/test-*.ts'];

/** A setting may be a set of networks, which lib/net has; this file imports nothing else of it. */
const KINDS = 'lib/settings/kinds/values.ts';

const layers = LAYERS.flatMap((line, index) =>
  line.map((folder) => {
    const lower = LAYERS.slice(0, index).flat();
    const others = FOLDERS.filter((other) => other !== folder && !lower.includes(other));
    return {
      files: [`lib/${folder}/**`],
      excludeFiles: [...TESTS, KINDS],
      rules: forbid(
        {
          regex: `^#(app|components)/|^#lib/(${[...others, 'client'].join('|')})/`,
          message: `lib/${folder} is below these folders: see LAYERS in oxlint.config.ts.`,
        },
        ...(folder === 'store' ? [] : [ONE_DOOR]),
      ),
    };
  }),
);

/** Verbs ask rules, and both stand on calls. */
const BELOW_VERBS = forbid(
  {
    regex: '^#(app|components)/|^#lib/(transport|client)/',
    message: 'lib/service is below these folders.',
  },
  { regex: '^#lib/service/verbs/', message: 'lib/service/verbs is above: it asks the rules.' },
  ONE_DOOR,
);

/** The console is a client of the public API, so it may load only pure modules. */
const ONLY_ON_THE_SERVER =
  'access|audit|auth/attempts|auth/passkeys|auth/passwords|auth/providers|auth/second-factor|auth/sessions|auth/sign-in|backup|export|generated/prisma|import|mail|net|secrets|service|store|tracing';

const OF_THE_API = 'The console is a client of the public API.';

/** The types of the wire are generated; the messages themselves stay out of the browser. */
const WIRE_TYPES_ONLY: Pattern = {
  regex: '^#lib/generated/proto/',
  message: 'The console takes only types from the generated messages.',
  allowTypeImports: true,
};

/** Scripts of a page have a budget. */
const SERVER_UIDS: Pattern = {
  regex: '^#lib/aip/uid\\.ts$',
  message: 'It brings the errors of the API to every page: see lib/client/paths.ts.',
};

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { node: true, browser: true, es2024: true },
  ignorePatterns: ['.next', '.cache', 'data', 'lib/generated', 'next-env.d.ts'],
  rules: {
    'eslint/no-console': [
      'error',
      {
        allow: ['error'],
      },
    ],
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/interactive-supports-focus': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/no-autofocus': [
      'error',
      {
        ignoreNonDOM: true,
      },
    ],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/exhaustive-deps': 'error',
    'react/incompatible-library': 'off',
    'react/no-unstable-nested-components': [
      'error',
      {
        allowAsProps: true,
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    {
      files: ['e2e/**'],
      rules: {
        'eslint/no-empty-pattern': 'off',
        'react/rules-of-hooks': 'off',
        'vitest/expect-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/valid-expect': 'off',
      },
    },
    {
      files: ['server.ts', 'bench/**', 'cli/**', 'scripts/**'],
      rules: { 'eslint/no-console': 'off' },
    },
    {
      files: ['app/**', 'cli/**', 'lib/*.ts', 'instrumentation.ts', 'proxy.ts', 'server.ts'],
      excludeFiles: TESTS,
      rules: forbid(ONE_DOOR),
    },
    ...layers,
    { files: ['lib/service/{calls,rules}/**'], excludeFiles: TESTS, rules: BELOW_VERBS },
    {
      // Rows are typed by the schema, here and nowhere else.
      files: ['lib/resources/rows.ts'],
      rules: forbid(
        { regex: '^#(app|components)/', message: 'lib is below these folders.' },
        { ...ONE_DOOR, allowTypeImports: true },
      ),
    },
    {
      files: ['lib/client/**'],
      rules: forbid(
        {
          regex: `^#(app|components)/|^#lib/(${ONLY_ON_THE_SERVER}|transport)/`,
          message: OF_THE_API,
        },
        WIRE_TYPES_ONLY,
        SERVER_UIDS,
        ONE_DOOR,
      ),
    },
    {
      files: ['components/**'],
      rules: forbid(
        {
          regex: `^#app/|^#lib/(${ONLY_ON_THE_SERVER}|transport)/`,
          message: OF_THE_API,
          allowTypeImports: true,
        },
        WIRE_TYPES_ONLY,
        SERVER_UIDS,
        ONE_DOOR,
      ),
    },
    {
      files: ['app/(console)/**'],
      rules: forbid(
        {
          regex:
            '^#lib/(access|audit|backup|export|generated/(?:prisma|proto)|import|mail|net|secrets|service|store|tracing)/',
          message: 'Pages read through the public API, on the server by calling its function.',
          allowTypeImports: true,
        },
        ONE_DOOR,
      ),
    },
  ],
});
