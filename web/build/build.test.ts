import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

test.for(['test', 'development', ''])(
  'people get React’s production build, also with NODE_ENV=%s',
  async (given) => {
    vi.stubEnv('NODE_ENV', given);
    try {
      const { resolveConfig } = await import('vite');
      const { isProduction } = await resolveConfig({ root, configFile: `${root}vite.config.ts` }, 'build');
      expect(isProduction).toBe(true);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);
