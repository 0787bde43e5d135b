/**
 * The channels of a page by Supabase Realtime, on which updates travel as base64: one on which the database alone tells how the log
 * grows, and one on which the writers' screens tell each other what is typed. Nobody could tell the database's word from a writer's on
 * the same one.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { fromBase64, toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import { joinChannel } from '../../../lib/live-channel.ts';
import type { PageChannel, PageChannelEvents } from './page-channel.ts';
import type { LoggedUpdate, ToldLog } from './page-server.ts';
import { batchMs } from './typing-batch.ts';

const TYPED = 'typed';
const CARET = 'caret';
// Supabase takes no message of more than 250 KB from anybody; the log brings what is longer.
const LARGEST_UPDATE_BYTES = 100_000;

// A network or a server without WebSockets loses nothing by that.
let wasEverJoined = false;

export function openPageChannel(
  client: SupabaseClient,
  channel: string,
  events: PageChannelEvents,
): PageChannel {
  const told = joinChannel(client, `page:${channel}`, {
    onTold: (_event, payload) => {
      const news = readNews(payload);
      if (news) events.onLogged(news.log, news.update);
    },
    onJoined: () => {
      wasEverJoined = true;
      events.onJoined();
    },
    onDisconnected: () => {
      if (wasEverJoined) events.onDisconnected();
    },
  });
  const typed = joinChannel(client, `typing:${channel}`, {
    onTold: (event, payload) => {
      const { epoch, update, screen } = payload;
      if (event === CARET) events.onCaret(payload);
      else if (event === TYPED && typeof epoch === 'string' && typeof update === 'string')
        events.onUpdate(epoch, decode(update), String(screen));
    },
    onJoined: events.onMet,
    onDisconnected: () => undefined,
  });
  let waiting: Uint8Array[] = [];
  let epochOfWaiting = '';
  let screen = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    sentAt = performance.now();
    const update = Y.mergeUpdates(waiting);
    waiting = [];
    if (update.length <= LARGEST_UPDATE_BYTES)
      typed.send(TYPED, { epoch: epochOfWaiting, update: toBase64(update), screen });
  };
  return {
    send: (epoch, update, writer) => {
      if (epoch !== epochOfWaiting) flush();
      epochOfWaiting = epoch;
      screen = writer.screen;
      waiting.push(update);
      timer ??= setTimeout(flush, batchMs(writer.writers, performance.now() - sentAt));
    },
    sendCaret: (caret) => typed.send(CARET, caret),
    leave: () => {
      flush();
      told.leave();
      typed.leave();
    },
  };
}

/** As private.append_page_update() and private.tell_document() send it. */
function readNews(
  payload: Readonly<Record<string, unknown>>,
): { readonly log: ToldLog; readonly update: LoggedUpdate | undefined } | undefined {
  const { epoch, number, head, after, textsNumber, textsVersion, version, update } = payload;
  if (typeof epoch !== 'string' || typeof number !== 'number' || typeof textsNumber !== 'number')
    return undefined;
  if (typeof head !== 'string') return undefined;
  if (typeof textsVersion !== 'string' || typeof version !== 'string') return undefined;
  const logged: LoggedUpdate | undefined =
    typeof update === 'string' ? { number, id: head, update: decode(update) } : undefined;
  const before = typeof after === 'string' ? after : undefined;
  return { log: { epoch, number, head, after: before, textsNumber, textsVersion, version }, update: logged };
}

/** @returns nothing that anybody could read, of what is no base64 */
function decode(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array();
  }
}
