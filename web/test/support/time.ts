/** The time that the app's timers go by: a test may let some of it pass without waiting. */
import { vi } from 'vitest';

const STEP_MS = 250;

/** To be called before the timers start. Until `passTime` and after it, time takes its time. */
export function takeOverTime(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
    return patience.signal;
  });
}

/** In steps, between which the browser does what is not up to timers: one may start another that way. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    await indexedDB.databases();
  }
}
