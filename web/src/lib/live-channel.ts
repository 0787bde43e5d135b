/**
 * A private channel of Supabase Realtime, on which the database tells of changes. Without one (no WebSocket gets through, or
 * the server has no Realtime) everything works by reading: the client goes on trying by itself, and nobody is told.
 */
import { supabase } from './supabase.ts';

export interface ChannelListener {
  /** @param payload as the database sent it */
  onTold(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** From now on everything is told. What was told before is missing, also after the connection was lost for a moment. */
  onJoined(): void;
  /** From now on nothing is told. */
  onLost(): void;
}

// Somebody who goes from one screen to the next, or back and forth between workspaces, stays in the channel.
const STAY_MS = 1000;

class Channel {
  readonly #topic: string;
  readonly #listeners = new Set<ChannelListener>();
  #isJoined = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #leave: (() => Promise<unknown>) | undefined;
  // The client has one channel for a topic, also while it is being left.
  #left: Promise<unknown> = Promise.resolve();

  constructor(topic: string) {
    this.#topic = topic;
  }

  add(listener: ChannelListener): void {
    clearTimeout(this.#leaving);
    this.#listeners.add(listener);
    if (this.#isJoined) listener.onJoined();
    else void this.#left.then(() => this.#open());
  }

  remove(listener: ChannelListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#leaving = setTimeout(() => this.#close(), STAY_MS);
  }

  #open(): void {
    if (this.#leave || this.#listeners.size === 0) return;
    const channel = supabase.channel(this.#topic, { config: { private: true } });
    this.#leave = () => supabase.removeChannel(channel);
    channel
      .on('broadcast', { event: '*' }, ({ event, payload }) => {
        for (const { onTold } of this.#listeners) onTold(event, payload ?? {});
      })
      .subscribe((state) => {
        this.#isJoined = state === 'SUBSCRIBED';
        for (const { onJoined, onLost } of this.#listeners) this.#isJoined ? onJoined() : onLost();
      });
  }

  #close(): void {
    this.#isJoined = false;
    this.#left = this.#leave?.().catch(() => undefined) ?? Promise.resolve();
    this.#leave = undefined;
  }
}

const channels = new Map<string, Channel>();

/** @returns how to leave */
export function joinChannel(topic: string, listener: ChannelListener): () => void {
  const channel = channels.get(topic) ?? new Channel(topic);
  channels.set(topic, channel);
  channel.add(listener);
  return () => channel.remove(listener);
}
