/** The channel of a page in memory. Messages get lost, come twice, or late. */
import type { PageChannel, PageChannelEvents } from '../wire/page-channel.ts';
import type { ModelServer } from './model-server.ts';
import type { Queues } from './queues.ts';

export type LineFault = 'none' | 'lost' | 'twice' | 'late';

interface Tab {
  readonly isDead: boolean;
  whenThawed?(work: () => void): void;
  /** Nothing comes from there, or gets there. */
  readonly isApart?: boolean;
}

interface Listener {
  readonly tab: Tab;
  readonly number: number;
  readonly events: PageChannelEvents;
}

export class ModelLine {
  /** The fate of the next message. */
  fault: LineFault = 'none';
  readonly #listeners = new Set<Listener>();
  #numbers = 0;
  readonly #queues: Queues;

  constructor(queues: Queues, server: ModelServer) {
    this.#queues = queues;
    server.onLogged = (log, update) => this.#tell((events) => events.onLogged(log, update));
  }

  join(tab: Tab, events: PageChannelEvents): PageChannel {
    const listener = { tab, number: this.#numbers++, events };
    this.#listeners.add(listener);
    void this.#queues.turn(`line to ${listener.number}`, tab, () => events.onJoined());
    return {
      send: (epoch, update) => {
        if (!tab.isDead && !tab.isApart) this.#tell((others) => others.onUpdate(epoch, update, ''), listener);
      },
      sendCaret: () => undefined,
      leave: () => this.#listeners.delete(listener),
    };
  }

  /** A tab has lost its connection, and notices. */
  lose(tab: Tab): void {
    for (const listener of this.#listeners) if (listener.tab === tab) listener.events.onDisconnected();
  }

  /** It is there again. */
  restore(tab: Tab): void {
    for (const { tab: its, number, events } of this.#listeners)
      if (its === tab) void this.#queues.turn(`line to ${number}`, tab, () => events.onJoined());
  }

  #tell(tell: (events: PageChannelEvents) => void, from?: Listener): void {
    const fault = this.fault;
    this.fault = 'none';
    if (fault === 'lost') return;
    for (const listener of this.#listeners) {
      if (listener === from) continue;
      const queue = `line to ${listener.number}${fault === 'late' ? ', late' : ''}`;
      const hear = () => {
        if (this.#listeners.has(listener) && !listener.tab.isApart) tell(listener.events);
      };
      const deliver = () => (listener.tab.whenThawed ? listener.tab.whenThawed(hear) : hear());
      void this.#queues.turn(queue, listener.tab, deliver);
      if (fault === 'twice') void this.#queues.turn(queue, listener.tab, deliver);
    }
  }
}
