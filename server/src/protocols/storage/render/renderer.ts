/** Runs the process that makes variants: started when the first is asked for, ended when nobody asks for a while. */
import { type ChildProcess, fork } from 'node:child_process';
import type { RenderJob, RenderReply } from './render-job.ts';

const SLOWEST_MS = 20_000;
const IDLE_MS = 30_000;
const PROGRAM = new URL('./renderer-process.ts', import.meta.url);

export interface Renderer {
  /**
   * One at a time, in the order in which they are asked for.
   * @param isWanted asked when it is the job's turn
   */
  render(job: RenderJob, isWanted: () => boolean): Promise<RenderReply>;
  stop(): void;
}

/** @param slowestMs for one picture; longer than sharp's own limit, which leaves the process alive */
export function createRenderer(program = PROGRAM, slowestMs = SLOWEST_MS): Renderer {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    clearTimeout(idle);
    if (child) return child;
    const started = fork(program, {
      // No secret is of use to it.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('exit', () => {
      if (child === started) child = undefined;
    });
    // It ends with the server, and does not keep it.
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function work(job: RenderJob, isWanted: () => boolean): Promise<RenderReply> {
    if (!isWanted()) return { problem: 'unwanted' };
    const reply = await ask(running(), job, slowestMs);
    if ('problem' in reply && reply.problem === 'too-slow') end();
    idle = setTimeout(end, IDLE_MS).unref();
    return reply;
  }

  return {
    render: (job, isWanted) => {
      const reply = last.then(() => work(job, isWanted));
      last = reply.catch(() => undefined);
      return reply;
    },
    stop: end,
  };
}

function ask(child: ChildProcess, job: RenderJob, slowestMs: number): Promise<RenderReply> {
  return new Promise((resolve) => {
    const done = (reply: RenderReply) => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', crashed);
      child.off('error', crashed);
      child.channel?.unref();
      resolve(reply);
    };
    // A picture that ends the process is none that anybody can show.
    const crashed = () => done({ problem: 'unreadable' });
    const timer = setTimeout(() => done({ problem: 'too-slow' }), slowestMs);
    child.channel?.ref();
    child.on('message', done);
    child.once('exit', crashed);
    child.once('error', crashed);
    child.send(job, (error) => error && crashed());
  });
}
