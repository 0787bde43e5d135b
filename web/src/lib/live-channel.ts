/**
 * A private channel of Supabase Realtime, on which the database tells of changes and people tell that they are there.
 * Without one (no WebSocket gets through, or the server has no Realtime) everything works by reading: the client goes
 * on trying by itself, and nobody sees a message.
 */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';

export interface ChannelListener {
  /** @param payload as the database sent it */
  onTold(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** From now on every message comes. Earlier messages are missing, also after the connection was lost for a moment. */
  onJoined(): void;
  /** From now on no message comes. */
  onDisconnected(): void;
  /** The latest state of each open screen, this one included. Only for those who are there before the channel is joined. */
  onPresent?(screens: readonly unknown[]): void;
}

export interface JoinedChannel {
  leave(): void;
  /** Tells the others the state of this screen: now, and after each new connection. */
  track(state: object): void;
  /** Says something to the others who are there now; it is lost without a connection. */
  send(event: string, payload: object): void;
}

// Somebody who goes from one screen to the next, or back and forth between workspaces, stays in the channel.
const LEAVE_DELAY_MS = 1000;
// The server has closed the channel, and the client does not come back by itself then.
const REJOIN_DELAY_MS = 10_000;
// The server takes five in 30 seconds (docs/realtime.md), and one more is that of a new connection.
const PRESENCE_INTERVAL_MS = 7500;

class Channel {
  readonly #client: SupabaseClient;
  readonly #topic: string;
  readonly #listeners = new Set<ChannelListener>();
  #isJoined = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #rejoining: ReturnType<typeof setTimeout> | undefined;
  #open: RealtimeChannel | undefined;
  // The client has one channel for a topic, also while it is being left.
  #left: Promise<unknown> = Promise.resolve();
  #presence: object | undefined;
  #trackedAt = Number.NEGATIVE_INFINITY;
  #tracking: ReturnType<typeof setTimeout> | undefined;

  constructor(client: SupabaseClient, topic: string) {
    this.#client = client;
    this.#topic = topic;
  }

  add(listener: ChannelListener): void {
    clearTimeout(this.#leaving);
    this.#listeners.add(listener);
    if (this.#isJoined) {
      listener.onJoined();
      if (this.#open) listener.onPresent?.(screensIn(this.#open));
    } else void this.#left.then(() => this.#join());
  }

  remove(listener: ChannelListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#leaving = setTimeout(() => this.#leave(), LEAVE_DELAY_MS);
  }

  track(state: object): void {
    if (JSON.stringify(state) === JSON.stringify(this.#presence)) return;
    this.#presence = state;
    this.#trackSoon();
  }

  send(event: string, payload: object): void {
    // The connection may be gone without anybody knowing yet.
    if (this.#isJoined) void this.#open?.send({ type: 'broadcast', event, payload }).catch(() => undefined);
  }

  #join(): void {
    if (this.#open || this.#listeners.size === 0) return;
    const channel = this.#client.channel(this.#topic, { config: { private: true } });
    this.#open = channel;
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
      for (const { onTold } of this.#listeners) onTold(event, payload ?? {});
    });
    if ([...this.#listeners].some(({ onPresent }) => onPresent))
      channel.on('presence', { event: 'sync' }, () => {
        const screens = screensIn(channel);
        for (const { onPresent } of this.#listeners) onPresent?.(screens);
      });
    channel.subscribe((state) => {
      if (this.#open !== channel) return;
      this.#isJoined = state === 'SUBSCRIBED';
      for (const { onJoined, onDisconnected } of this.#listeners)
        this.#isJoined ? onJoined() : onDisconnected();
      if (this.#isJoined) {
        this.#trackedAt = Number.NEGATIVE_INFINITY;
        this.#trackSoon();
      } else if (state === 'CLOSED') this.#rejoinLater();
      // A client that was just closing its connection does not open one for a new channel.
      else if (state === 'TIMED_OUT') this.#client.realtime.connect();
    });
  }

  #rejoinLater(): void {
    this.#open = undefined;
    clearTimeout(this.#rejoining);
    this.#rejoining = setTimeout(() => this.#join(), REJOIN_DELAY_MS);
  }

  #leave(): void {
    const channel = this.#open;
    this.#isJoined = false;
    this.#open = undefined;
    this.#presence = undefined;
    clearTimeout(this.#rejoining);
    clearTimeout(this.#tracking);
    if (channel) this.#left = this.#client.removeChannel(channel).catch(() => undefined);
  }

  #trackSoon(): void {
    clearTimeout(this.#tracking);
    if (!this.#isJoined || !this.#presence) return;
    const wait = this.#trackedAt + PRESENCE_INTERVAL_MS - performance.now();
    this.#tracking = setTimeout(
      () => {
        this.#trackedAt = performance.now();
        // The next one makes up for one that is refused or lost.
        void this.#open?.track(this.#presence ?? {});
      },
      Math.max(wait, 0),
    );
  }
}

const screensIn = (channel: RealtimeChannel): readonly unknown[] =>
  Object.values(channel.presenceState()).flat();

const channels = new WeakMap<SupabaseClient, Map<string, Channel>>();

/** Everyone who joins the same topic shares one channel. */
export function joinChannel(client: SupabaseClient, topic: string, listener: ChannelListener): JoinedChannel {
  const ofClient = channels.get(client) ?? new Map<string, Channel>();
  channels.set(client, ofClient);
  const channel = ofClient.get(topic) ?? new Channel(client, topic);
  ofClient.set(topic, channel);
  channel.add(listener);
  return {
    leave: () => channel.remove(listener),
    track: (state) => channel.track(state),
    send: (event, payload) => channel.send(event, payload),
  };
}
