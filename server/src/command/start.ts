/** `trellis start`: runs the server in this process. */
import type { Command } from './command.ts';

export const start: Command = {
  usage: '',
  about: 'Starts the server, as "npm start" does in a clone.',
  run: async () => {
    await import('../main.ts');
    return true;
  },
};
