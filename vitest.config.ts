import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{proto,infra,services,bench}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['infra/postgres/test-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
  },
});
