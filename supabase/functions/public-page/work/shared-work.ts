/**
 * Work that many callers ask for at once. There is one run at a time. Callers that ask during a run share the next one,
 * so that no result is older than its request.
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
