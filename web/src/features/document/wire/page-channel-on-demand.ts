/** A page's channels, by code that loads after the page: nobody waits for live words to read what is there. */
import { supabase } from '../../../lib/supabase.ts';
import type { PageChannel, PageChannelEvents } from './page-channel.ts';

/** Messages that are sent before the code is loaded are lost, as they are before the channel is joined. */
export function openPageChannel(channel: string, events: PageChannelEvents): PageChannel {
  let opened: PageChannel | undefined;
  let isLeft = false;
  const open = async () => {
    const channels = await import('./open-page-channel.ts');
    if (!isLeft) opened = channels.openPageChannel(supabase, channel, events);
  };
  // Without the code it is as without a connection: the log is read.
  open().catch(() => events.onDisconnected());
  return {
    send: (epoch, update, writer) => opened?.send(epoch, update, writer),
    sendCaret: (caret) => opened?.sendCaret(caret),
    leave: () => {
      isLeft = true;
      opened?.leave();
    },
  };
}
