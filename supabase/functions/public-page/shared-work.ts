/**
 * Work that many ask for at once: those who ask while it is being done wait together for the next time, so that nobody gets
 * what was found before they asked, and it is done once at a time.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Result>>();

  /** @param name names all that the work depends on */
  do(name: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#next.get(name);
    if (known) return known;
    const next = this.#afterThat(name, work);
    this.#next.set(name, next);
    return next;
  }

  async #afterThat(name: string, work: () => Promise<Result>): Promise<Result> {
    await Promise.allSettled([this.#underWay.get(name)]);
    this.#next.delete(name);
    const done = work();
    this.#underWay.set(name, done);
    const forget = () => {
      if (this.#underWay.get(name) === done) this.#underWay.delete(name);
    };
    done.then(forget, forget);
    return done;
  }
}
