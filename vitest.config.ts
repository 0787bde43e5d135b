import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,web,scripts,bench,supabase}/**/*.test.{ts,tsx}'],
    globalSetup: 'server/test/support/database-template.ts',
    // A server with a database of its own takes a few seconds to start on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
