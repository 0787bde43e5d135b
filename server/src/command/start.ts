/** `trellis start`: runs the server in this process. */
import { beginWithHeapThreshold } from '../machine/heap-threshold.ts';
import type { Command } from './command.ts';

export const start: Command = {
  usage: '',
  about: 'Starts the server, as "npm start" does in a clone.',
  run: async () => {
    beginWithHeapThreshold();
    await import('../main.ts');
    return true;
  },
};
