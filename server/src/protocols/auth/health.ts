/** GET /health: the name of this service. Whether the server is well is asked at the root's /health. */
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Operation } from './auth-services.ts';

export const health: Operation = async (context) =>
  context.json({
    version: `v${packageJson.version}`,
    name: 'Trellis Auth',
    description: 'User registration and authentication with the wire format of Supabase Auth',
  });
