/** Somebody who types in a page as quickly as the letters come to a reader of it. */
import { FIELD, type PageOpener } from './open-page.ts';

export interface FloodTask {
  readonly pages: readonly string[];
  readonly processId: number;
  readonly durationMs: number;
}

/** Letters that came to one reader of each page. */
export interface Flooded {
  readonly perSecond: number;
  /** For each second of the server's processor time. */
  readonly perProcessorSecond: number;
}

export interface PageFlood {
  /** @returns how many letters came */
  run(until: number): Promise<number>;
  close(): Promise<void>;
}

/** A single letter is on its way at a time: hocuspocus sends those that come together as one message. */
export async function openFlood(opener: PageOpener, page: string, reader: number): Promise<PageFlood> {
  let onTyping: () => void = () => undefined;
  const listener = await opener.open(reader, page, { areDeaf: true, onTyping: () => onTyping() });
  const speaker = await opener.speak(page);
  const text = speaker.document.getText(FIELD);
  return {
    run: (until) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      let heard = 0;
      onTyping = () => {
        heard++;
        if (performance.now() < until) text.insert(0, 'x');
        else resolve(heard);
      };
      text.insert(0, 'x');
      return promise;
    },
    close: async () => {
      await speaker.close();
      await listener.close();
    },
  };
}
