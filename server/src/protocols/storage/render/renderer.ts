/** Runs the process that makes variants: started when the first is asked for, ended when nobody asks for a while. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Format, RenderJob, RenderProblem, RenderReply, RenderRequest } from './render-job.ts';
import { RenderLine } from './render-line.ts';

const SLOWEST_MS = 20_000;
const IDLE_MS = 30_000;
const PROGRAM = new URL('./renderer-process.ts', import.meta.url);

/** @param effort of the work that failed, if it is known */
export type Rendered =
  | { readonly format: Format }
  | { readonly problem: RenderProblem; readonly effort: number };

export interface Renderer {
  /**
   * Makes one at a time, in turn (render-line.ts).
   * @param sender who asks
   * @param isWanted asked when it is the job's turn
   */
  render(job: RenderJob, sender: string, isWanted: () => boolean): Promise<Rendered>;
  stop(): void;
}

interface Waiting {
  readonly job: RenderJob;
  readonly sender: string;
  readonly effort: number;
  isWanted(): boolean;
  done(reply: Rendered): void;
}

/** @param slowestMs for one picture; longer than sharp's own limit, which leaves the process alive */
export function createRenderer(program = PROGRAM, slowestMs = SLOWEST_MS): Renderer {
  const renderer = new RendererProcess(program, slowestMs);
  const line = new RenderLine<Waiting>();
  /** Nobody knows yet how much work they are. */
  const arrived: Waiting[] = [];
  let isWorking = false;

  async function measure(waiting: Waiting): Promise<void> {
    if (!waiting.isWanted()) return waiting.done({ problem: 'unwanted', effort: 0 });
    const reply = await renderer.ask({ ...waiting.job, does: 'measure' });
    if ('effort' in reply) line.add({ ...waiting, effort: reply.effort });
    // A picture that cannot even be measured is given up, whatever is wished for.
    else waiting.done({ problem: 'problem' in reply ? reply.problem : 'unreadable', effort: 0 });
  }

  async function make({ job, effort, isWanted, done }: Waiting): Promise<void> {
    if (!isWanted()) return done({ problem: 'unwanted', effort });
    const reply = await renderer.ask({ ...job, does: 'render' });
    if ('format' in reply) done(reply);
    else done({ problem: 'problem' in reply ? reply.problem : 'unreadable', effort });
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (;;) {
      const unmeasured = arrived.shift();
      const next = unmeasured ? undefined : line.next();
      if (unmeasured) await measure(unmeasured);
      else if (next) await make(next);
      else break;
    }
    isWorking = false;
  }

  return {
    render: (job, sender, isWanted) =>
      new Promise((done) => {
        arrived.push({ job, sender, effort: 0, isWanted, done });
        void work();
      }),
    stop: () => renderer.end(),
  };
}

class RendererProcess {
  readonly #program: URL;
  readonly #slowestMs: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: URL, slowestMs: number) {
    this.#program = program;
    this.#slowestMs = slowestMs;
  }

  async ask(request: RenderRequest): Promise<RenderReply> {
    const reply = await ask(this.#running(), request, this.#slowestMs);
    const isOver = 'problem' in reply && (reply.problem === 'too-slow' || reply.problem === 'swollen');
    if (isOver) this.end();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return reply;
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #running(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const started = fork(this.#program, {
      // No secret is of use to it.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('exit', () => {
      if (this.#child === started) this.#child = undefined;
    });
    // It ends with the server, and does not keep it.
    started.unref();
    started.channel?.unref();
    this.#child = started;
    return started;
  }
}

function ask(child: ChildProcess, request: RenderRequest, slowestMs: number): Promise<RenderReply> {
  return new Promise((resolve) => {
    const done = (reply: RenderReply) => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', crashed);
      child.off('error', crashed);
      child.channel?.unref();
      resolve(reply);
    };
    const crashed = () => done({ problem: 'crashed' });
    const timer = setTimeout(() => done({ problem: 'too-slow' }), slowestMs);
    child.channel?.ref();
    child.on('message', done);
    child.once('exit', crashed);
    child.once('error', crashed);
    child.send(request, (error) => error && crashed());
  });
}
