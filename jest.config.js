import { availableParallelism } from 'node:os';

/** The quick tests. Those of `*.slow-spec.ts` run by `jest.slow.config.js` (test/README.md). @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/{src,sandbox,test,tools}/**/*spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.slow-spec\\.ts$'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.(ts|js)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          // JSON is imported with its type.
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  reporters: ['default', '<rootDir>/test/support/progress-reporter.js'],
  // One per processor: with one more, the quick tests take a fifth more processor time, and no less time. A worker
  // takes a gigabyte.
  maxWorkers: Math.max(2, Math.min(availableParallelism(), 6)),
  // A new worker costs less than the garbage collection of one that has run many files. With 64 MB for new objects
  // (package.json) there is less to collect: 290 s of processor time instead of 314.
  workerIdleMemoryLimit: '1000MB',
  // A limit for what hangs, not a measure of speed: machines are shared.
  testTimeout: 240_000,
  // A worker of a gigabyte takes a quarter of a second to end, on a busy machine more than the half second that is usual.
  workerGracefulExitTimeout: 10_000,
};
