/**
 * Writers who type and save as the editor does and never read what others are typing: a hundred documents that take the letters
 * of a hundred people keep more cores busy than a bench has. The writers of a process share what they know of the log.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import * as Y from 'yjs';
import { Carets } from '../../web/src/features/document/carets/carets.ts';
import { openPageChannel } from '../../web/src/features/document/wire/open-page-channel.ts';
import type { PageChannel } from '../../web/src/features/document/wire/page-channel.ts';
import type { LoggedUpdate, LogState, PageServer } from '../../web/src/features/document/wire/page-server.ts';
import { pageServer } from '../../web/src/features/document/wire/supabase-page-server.ts';
import { createDocument } from '../../web/src/features/document/words/merge-order.ts';
import type { Database } from '../../web/src/lib/database.types.generated.ts';
import { AUTOSAVE_DELAY_MS } from '../../web/src/lib/timings.ts';
import { FIELD, type OpenPage } from './open-page.ts';

// As the editor's saver has it.
const UPDATES_BEFORE_COMPACTION = 100;

/** The document as the log has it. */
export class CrowdLog {
  readonly document = new Y.Doc();
  readonly #server: PageServer;
  #state: LogState | undefined;
  #looking: Promise<void> | undefined;

  constructor(server: PageServer) {
    this.#server = server;
  }

  get state(): LogState {
    if (!this.#state) throw new Error('The page is not open.');
    return this.#state;
  }

  get isBehind(): boolean {
    return this.state.textsNumber < this.state.number;
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  hear(told: Omit<LogState, 'channel'>, logged: LoggedUpdate | undefined): void {
    const { number, textsNumber } = this.state;
    const isNext = logged?.number === number + 1;
    if (told.number > number && !isNext) void this.look();
    else if (isNext || (told.number === number && told.textsNumber >= textsNumber))
      this.take({ ...this.state, ...told }, logged ? [logged] : []);
  }

  take(state: LogState, updates: readonly LoggedUpdate[]): void {
    for (const { update } of updates) Y.applyUpdate(this.document, update);
    if (!this.#state || state.number >= this.#state.number) this.#state = state;
  }

  async #look(): Promise<void> {
    const opened = await this.#server.open(this.#state);
    if (!opened) throw new Error('There is no such page.');
    if (opened.state) Y.applyUpdate(this.document, opened.state.update);
    this.take(opened, opened.updates);
  }
}

export class CrowdWriter implements OpenPage {
  readonly document = createDocument();
  readonly #client: SupabaseClient<Database>;
  readonly #log: CrowdLog;
  readonly #server: PageServer;
  readonly #carets: Carets;
  readonly #channel: PageChannel;
  #unsent: Uint8Array[] = [];
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    client: SupabaseClient<Database>,
    log: CrowdLog,
    { pageId, userId }: { readonly pageId: string; readonly userId: string },
    onMet: () => void,
  ) {
    this.#client = client;
    this.#log = log;
    this.#server = pageServer(client, pageId);
    Y.applyUpdate(this.document, Y.encodeStateAsUpdate(log.document));
    this.#carets = new Carets(this.document, userId, (caret) => this.#channel.sendCaret(caret));
    this.#channel = openPageChannel(client, log.state.channel, {
      onUpdate: () => undefined,
      onCaret: (message) => this.#carets.hear(message),
      onLogged: (told, update) => log.hear(told, update),
      onJoined: () => void log.look(),
      onMet: () => {
        this.#carets.greet();
        onMet();
      },
      onDisconnected: () => undefined,
    });
    this.document.on('update', (update) => {
      this.#channel.send(log.state.epoch, update, this.#carets);
      this.#unsent.push(update);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#save(), AUTOSAVE_DELAY_MS);
    });
  }

  /** Resolves when the writer can be heard. */
  static async open(
    client: SupabaseClient<Database>,
    log: CrowdLog,
    page: { readonly pageId: string; readonly userId: string },
  ): Promise<CrowdWriter> {
    await log.look();
    const met = Promise.withResolvers<void>();
    const writer = new CrowdWriter(client, log, page, met.resolve);
    await met.promise;
    return writer;
  }

  read(): string {
    return this.#log.document.getText(FIELD).toString();
  }

  placeCaret(index: number): void {
    this.#carets.move(FIELD, index);
  }

  async saved(): Promise<void> {
    while (this.#unsent.length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    await this.#saving;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#carets.close();
    this.#channel.leave();
    await this.#client.realtime.disconnect();
  }

  #save(): void {
    this.#saving = this.#saving.then(async () => {
      while (this.#unsent.length > 0 || this.#log.isBehind) await this.#exchange();
    });
  }

  async #exchange(): Promise<void> {
    const { epoch, number, head, textsVersion } = this.#log.state;
    const edits = this.#unsent;
    const update = edits.length > 0 ? Y.mergeUpdates(edits) : undefined;
    const whole = new Y.Doc();
    Y.applyUpdate(whole, Y.encodeStateAsUpdate(this.#log.document));
    if (update) Y.applyUpdate(whole, update);
    const answer = await this.#server.save({
      epoch,
      seen: number,
      seenHead: head,
      basedOn: textsVersion,
      update,
      texts: { content: whole.getText(FIELD).toString() },
      beginsVersion: false,
      adopts: false,
      needsNewest: false,
    });
    if (!answer?.isTaken || !answer.updates) return this.#log.look();
    const own = update && answer.head ? [{ number: answer.number, id: answer.head, update }] : [];
    this.#log.take(answer, [...answer.updates, ...own]);
    this.#unsent = this.#unsent.slice(edits.length);
    if (answer.isWritten && hundreds(answer.number) > hundreds(number))
      await this.#server.compact(answer, Y.encodeStateAsUpdate(whole));
  }
}

function hundreds(updates: number): number {
  return Math.floor(updates / UPDATES_BEFORE_COMPACTION);
}
