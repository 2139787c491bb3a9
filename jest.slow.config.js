import config from './jest.config.js';

// The fuzzer is a quick test, too, with fewer requests.
process.env.FUZZ_REQUESTS ??= '10000';

/** The slow tests, and the fuzzer at length (test/README.md). @type {import('jest').Config} */
export default {
  ...config,
  testMatch: ['<rootDir>/{src,sandbox,test}/**/*.slow-spec.ts', '<rootDir>/test/fuzz/fuzz.e2e-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
