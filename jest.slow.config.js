import { availableParallelism } from 'node:os';
import config from './jest.config.js';

/** The slow tests (test/README.md). @type {import('jest').Config} */
export default {
  ...config,
  testMatch: ['<rootDir>/{sandbox,test}/**/*.slow-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Many of these wait for processes that they start. With two more, a busy machine starves the services of the tests.
  maxWorkers: Math.min(availableParallelism() + 1, 6),
};
