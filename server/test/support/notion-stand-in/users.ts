/** The stand-in's users: the bot that a token stands for. */
import { Hono } from 'hono';
import type { NotionState } from './notion-state.ts';

export function createUsers(state: NotionState): Hono {
  const app = new Hono();
  app.get('/me', (context) => {
    const grant = state.grantOf(context.req.header('authorization')?.replace(/^Bearer /, '') ?? '');
    return context.json({
      object: 'user',
      id: grant?.botId,
      type: 'bot',
      name: 'Trellis',
      avatar_url: null,
      bot: {
        owner: { type: 'workspace', workspace: true },
        workspace_id: grant?.workspace.id,
        workspace_name: grant?.workspace.name,
      },
    });
  });
  return app;
}
