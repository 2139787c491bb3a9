import config from './jest.config.js';

/** The slow tests (test/README.md). @type {import('jest').Config} */
export default {
  ...config,
  testMatch: ['<rootDir>/{sandbox,test}/**/*.slow-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
