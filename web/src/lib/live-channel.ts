/**
 * A private channel of Supabase Realtime, on which the database tells of changes and people tell that they are there. Without
 * one (no WebSocket gets through, or the server has no Realtime) everything works by reading: the client goes on trying by
 * itself, and nobody is told.
 */
import { supabase } from './supabase.ts';

export interface ChannelListener {
  /** @param payload as the database sent it */
  onTold(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** From now on everything is told. What was told before is missing, also after the connection was lost for a moment. */
  onJoined(): void;
  /** From now on nothing is told. */
  onLost(): void;
  /** By the key of each person: what each of their open screens told last. */
  onPresent?(present: Presence): void;
}

export type Presence = Readonly<Record<string, readonly unknown[]>>;

export interface JoinedChannel {
  leave(): void;
  /** Tells the others where this screen is: now, and after each new connection. */
  tellPresence(state: object): void;
}

// Somebody who goes from one screen to the next, or back and forth between workspaces, stays in the channel.
const STAY_MS = 1000;
// The server has closed the channel, and the client does not come back by itself then.
const COME_BACK_MS = 10_000;
// The server takes five in 30 seconds (docs/realtime.md), and one more is that of a new connection.
const PRESENCE_INTERVAL_MS = 7500;

class Channel {
  readonly #topic: string;
  readonly #presenceKey: string | undefined;
  readonly #listeners = new Set<ChannelListener>();
  #isJoined = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #comingBack: ReturnType<typeof setTimeout> | undefined;
  #open: ReturnType<typeof supabase.channel> | undefined;
  // The client has one channel for a topic, also while it is being left.
  #left: Promise<unknown> = Promise.resolve();
  #presence: object | undefined;
  #presenceToldAt = 0;
  #tellingPresence: ReturnType<typeof setTimeout> | undefined;

  constructor(topic: string, presenceKey: string | undefined) {
    this.#topic = topic;
    this.#presenceKey = presenceKey;
  }

  add(listener: ChannelListener): void {
    clearTimeout(this.#leaving);
    this.#listeners.add(listener);
    if (this.#isJoined) listener.onJoined();
    else void this.#left.then(() => this.#join());
  }

  remove(listener: ChannelListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#leaving = setTimeout(() => this.#leave(), STAY_MS);
  }

  tellPresence(state: object): void {
    this.#presence = state;
    this.#tellPresenceSoon();
  }

  #join(): void {
    if (this.#open || this.#listeners.size === 0) return;
    const key = this.#presenceKey;
    const channel = supabase.channel(this.#topic, {
      config: { private: true, ...(key !== undefined && { presence: { key } }) },
    });
    this.#open = channel;
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
      for (const { onTold } of this.#listeners) onTold(event, payload ?? {});
    });
    if (key !== undefined)
      channel.on('presence', { event: 'sync' }, () => {
        for (const { onPresent } of this.#listeners) onPresent?.(channel.presenceState());
      });
    channel.subscribe((state) => {
      if (this.#open !== channel) return;
      this.#isJoined = state === 'SUBSCRIBED';
      for (const { onJoined, onLost } of this.#listeners) this.#isJoined ? onJoined() : onLost();
      if (this.#isJoined) {
        this.#presenceToldAt = 0;
        this.#tellPresenceSoon();
      } else if (state === 'CLOSED') this.#comeBackLater();
      // A client that was just closing its connection does not open one for a new channel.
      else if (state === 'TIMED_OUT') supabase.realtime.connect();
    });
  }

  #comeBackLater(): void {
    this.#open = undefined;
    clearTimeout(this.#comingBack);
    this.#comingBack = setTimeout(() => this.#join(), COME_BACK_MS);
  }

  #leave(): void {
    const channel = this.#open;
    this.#isJoined = false;
    this.#open = undefined;
    this.#presence = undefined;
    clearTimeout(this.#comingBack);
    if (channel) this.#left = supabase.removeChannel(channel).catch(() => undefined);
  }

  #tellPresenceSoon(): void {
    clearTimeout(this.#tellingPresence);
    if (!this.#isJoined || !this.#presence) return;
    const wait = this.#presenceToldAt + PRESENCE_INTERVAL_MS - Date.now();
    this.#tellingPresence = setTimeout(() => void this.#tellPresence(), Math.max(wait, 0));
  }

  async #tellPresence(): Promise<void> {
    if (!this.#isJoined || !this.#presence) return;
    this.#presenceToldAt = Date.now();
    try {
      await this.#open?.track(this.#presence);
    } catch {
      // It is told anew with the next connection.
    }
  }
}

const channels = new Map<string, Channel>();

/** @param presenceKey of this person, on a channel that tells who is there */
export function joinChannel(topic: string, listener: ChannelListener, presenceKey?: string): JoinedChannel {
  const channel = channels.get(topic) ?? new Channel(topic, presenceKey);
  channels.set(topic, channel);
  channel.add(listener);
  return {
    leave: () => channel.remove(listener),
    tellPresence: (state) => channel.tellPresence(state),
  };
}
