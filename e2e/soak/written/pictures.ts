/** Every picture that was added in a soak, and whether text and server have it at the end, once. */

interface Picture {
  readonly name: string;
  readonly writer: string;
  /** When its writer saw it in the text; undefined while that is not so. */
  seenAt: number | undefined;
  /** Its writer's screen read "Saved" afterwards. */
  isSaved: boolean;
  /** The disk of its writer's browser had answered since: it has the text that names it, and the file before that. */
  isStored: boolean;
  /** An undo or the end of its tab may have taken it away. */
  isDoubtful: boolean;
}

export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly uploaded_at: string | null;
}

export interface PictureFault {
  readonly name: string;
  readonly writer: string;
  readonly fate: 'lost' | 'doubled' | 'left behind';
}

export class Pictures {
  readonly #pictures = new Map<string, Picture>();
  readonly #now: () => number;

  /** @param now milliseconds since the soak began */
  constructor(now: () => number) {
    this.#now = now;
  }

  get count(): number {
    return this.#pictures.size;
  }

  begin(name: string, writer: string): void {
    this.#pictures.set(name, {
      name,
      writer,
      seenAt: undefined,
      isSaved: false,
      isStored: false,
      isDoubtful: false,
    });
  }

  see(name: string): void {
    const picture = this.#pictures.get(name);
    if (picture) picture.seenAt ??= this.#now();
  }

  /** The writer's screen read "Saved" then. */
  save(writer: string, at: number): void {
    for (const picture of this.#of(writer)) if ((picture.seenAt ?? at) < at) picture.isSaved = true;
  }

  /** The disk of the writer's browser has answered what was asked then. */
  store(writer: string, at: number): void {
    for (const picture of this.#of(writer)) if ((picture.seenAt ?? at) < at) picture.isStored = true;
  }

  /**
   * The writer's tab is about to go, or has gone.
   * @param aloneAt when its screen said that this tab alone has its words; undefined while it says something else
   */
  close(writer: string, aloneAt: number | undefined): void {
    if (aloneAt === undefined) return;
    for (const picture of this.#of(writer))
      if (!picture.isSaved && picture.seenAt !== undefined && picture.seenAt <= aloneAt)
        picture.isDoubtful = true;
  }

  /** An undo takes back what was done last, which may be a picture. */
  undo(writer: string): void {
    for (const picture of this.#of(writer)) picture.isDoubtful = true;
  }

  /** The writer's browser was killed, and may not have kept what its disk had not answered for. */
  kill(writer: string): void {
    for (const picture of this.#of(writer))
      if (picture.seenAt !== undefined && !picture.isStored) picture.isDoubtful = true;
  }

  /** @param rows that the database has of the page's files */
  judge(content: string, rows: readonly FileRow[]): readonly PictureFault[] {
    const named = [...content.matchAll(/\/files\/([\da-f-]{36})\/([\w-]+\.png)/g)];
    return [...this.#pictures.values()].flatMap(({ name, writer, seenAt, isDoubtful }): PictureFault[] => {
      const ids = named.flatMap(([, id, of]) => (of === name ? [id] : []));
      const own = rows.filter((row) => row.name === name);
      if (ids.length > 1 || own.length > 1) return [{ name, writer, fate: 'doubled' }];
      const [id] = ids;
      if (id === undefined)
        return seenAt !== undefined && !isDoubtful ? [{ name, writer, fate: 'lost' }] : [];
      const isThere = own.some((row) => row.id === id && row.uploaded_at !== null);
      return isThere ? [] : [{ name, writer, fate: 'left behind' }];
    });
  }

  #of(writer: string): readonly Picture[] {
    return [...this.#pictures.values()].filter((picture) => picture.writer === writer);
  }
}
