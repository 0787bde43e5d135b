/**
 * The server's end of the WebSocket of Supabase Realtime, at the network's edge. A test that does not ask for it is behind a
 * proxy that lets no WebSocket through. Texts are [join_ref, ref, topic, event, payload].
 */
type Message = readonly [
  join: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: unknown,
];

let isThere = false;
let current: LiveSocket | undefined;

class LiveSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly url: string;
  readonly protocol = '';
  readyState = LiveSocket.CONNECTING;
  binaryType = 'blob';
  bufferedAmount = 0;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly joined = new Map<string, string | null>();
  readonly tracked: { readonly topic: string; readonly state: unknown }[] = [];

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    current = this;
    setTimeout(() => this.open());
  }

  send(data: string): void {
    const [join, ref, topic, event, payload] = JSON.parse(data) as Message;
    if (event === 'presence') this.tracked.push({ topic, state: (payload as { payload: unknown }).payload });
    setTimeout(() => {
      // From the answer on: a connection that is lost before it was never there for the client.
      if (event === 'phx_join') this.joined.set(topic, join);
      if (event === 'phx_leave') this.joined.delete(topic);
      this.#say([join, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }]);
    });
  }

  close(): void {
    if (this.readyState === LiveSocket.CLOSED) return;
    this.readyState = LiveSocket.CLOSED;
    this.onclose?.(new CloseEvent('close', { code: 1006 }));
  }

  tell(topic: string, event: string, payload: unknown): void {
    this.#say([
      this.joined.get(topic) ?? null,
      null,
      topic,
      'broadcast',
      { type: 'broadcast', event, payload },
    ]);
  }

  tellPresent(topic: string, present: unknown): void {
    this.#say([this.joined.get(topic) ?? null, null, topic, 'presence_state', present]);
  }

  shut(topic: string): void {
    const join = this.joined.get(topic) ?? null;
    this.joined.delete(topic);
    this.#say([join, join, topic, 'phx_close', {}]);
  }

  open(): void {
    if (!isThere || this.readyState !== LiveSocket.CONNECTING) return;
    this.readyState = LiveSocket.OPEN;
    this.onopen?.(new Event('open'));
  }

  #say(message: Message): void {
    if (this.readyState !== LiveSocket.OPEN) return;
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

export function takeOverSockets(): void {
  globalThis.WebSocket = LiveSocket as unknown as typeof WebSocket;
}

/** From now on sockets open, one that waits for it, too. */
export function beginLive(): void {
  isThere = true;
  current?.open();
}

/** The client's next test begins without channels and without its patience after a lost connection, which grows. */
export async function endLive(): Promise<void> {
  // The client takes the class of its sockets when it is made, which must be after `takeOverSockets`.
  const { supabase } = await import('../../../src/lib/supabase.ts');
  await supabase.removeAllChannels();
  isThere = false;
  current?.close();
}

/** The network breaks; the client comes back by itself. */
export const cutLive = (): void => current?.close();

/** The network breaks, and no socket opens until `beginLive`. */
export function loseLive(): void {
  isThere = false;
  cutLive();
}

export const isLive = (topic: string): boolean => current?.joined.has(`realtime:${topic}`) ?? false;

/** As the database tells it when a change is committed. */
export function tell(topic: string, event: string, payload: unknown = {}): void {
  current?.tell(`realtime:${topic}`, event, payload);
}

/** The latest states of the screens of those who are there. */
export function tellPresent(topic: string, screens: readonly object[]): void {
  const metas = screens.map((screen) => [
    crypto.randomUUID(),
    { metas: [{ phx_ref: crypto.randomUUID(), ...screen }] },
  ]);
  current?.tellPresent(`realtime:${topic}`, Object.fromEntries(metas));
}

/** Every state that this screen tracked of itself, in order. */
export const trackedStates = (topic: string): readonly unknown[] =>
  (current?.tracked ?? []).filter((one) => one.topic === `realtime:${topic}`).map(({ state }) => state);

/** The server ends the channel, as when it may not be heard any more. */
export const shutChannel = (topic: string): void => current?.shut(`realtime:${topic}`);
