/**
 * The store in which the auth client keeps the session. The client compares a token's `expires_at`, which the server's clock has made, with
 * the clock of the device: on one that is an hour fast it would renew without end, and on one that is slow send tokens that have
 * expired. So whatever reads the session here gets `expires_at` as the device's clock has it at that moment, made from the
 * lifetime of the token and a clock that nobody can set. The two clocks of the device are never compared with the server's.
 */
import { claimsOf } from './token-claims.ts';

interface Clocks {
  /** Milliseconds; somebody may set it. */
  readonly wall: () => number;
  /** Milliseconds since some moment; it only goes on, but may stand still while the device sleeps. */
  readonly steady: () => number;
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionStore extends Kept {
  /** Until the token expires; undefined without a session. */
  secondsLeft(): number | undefined;
}

interface Timed {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  /** Seconds since 1970, by the server's clock. */
  readonly expires_at?: number;
  /** Milliseconds since 1970, by the device's clock; of this module alone. */
  readonly obtained_at?: number | undefined;
}

/** A moment at which it was known how long a token lasts. */
interface Basis {
  readonly of: string;
  readonly wall: number;
  readonly steady: number;
  readonly leftMs: number;
}

/** The client renews a token that has less left, as long as it has something left also when the server refuses. */
const RENEWED_MS = 90_000;
/** For a token of which nobody knows: it is renewed, and goes on to count until then. */
const UNSURE_MS = 60_000;

const DEVICE: Clocks = { wall: () => Date.now(), steady: () => performance.now() };

/** @param key the session's; other things are kept as they are */
export function createSessionStore(storage: Kept, key: string, clocks: Clocks = DEVICE): SessionStore {
  let known: Basis | undefined;

  function basisOf(session: Timed): Basis {
    if (known?.of === nameOf(session)) return known;
    known = {
      of: nameOf(session),
      wall: clocks.wall(),
      steady: clocks.steady(),
      leftMs: leftAt(session, clocks.wall()),
    };
    return known;
  }

  function leftMs(session: Timed): number {
    const basis = basisOf(session);
    const left = basis.leftMs - (clocks.steady() - basis.steady);
    const leftByWall = basis.leftMs - (clocks.wall() - basis.wall);
    // The clock was set, or the device slept and the other clock stood still.
    return leftByWall < RENEWED_MS ? Math.min(left, UNSURE_MS) : left;
  }

  function read(): Timed | undefined {
    return parse(storage.getItem(key));
  }

  return {
    getItem: (name) => {
      const text = storage.getItem(name);
      const session = name === key ? parse(text) : undefined;
      if (!session) return text;
      return JSON.stringify({ ...session, expires_at: Math.round((clocks.wall() + leftMs(session)) / 1000) });
    },
    setItem: (name, text) => {
      const session = name === key ? parse(text) : undefined;
      if (!session) return storage.setItem(name, text);
      const before = read();
      const isSame = before !== undefined && nameOf(before) === nameOf(session);
      const obtainedAt = isSame ? before.obtained_at : clocks.wall();
      if (!isSame) known = undefined;
      const timed = { ...session, obtained_at: obtainedAt };
      basisOf(timed);
      storage.setItem(name, JSON.stringify(timed));
    },
    removeItem: (name) => storage.removeItem(name),
    secondsLeft: () => {
      const session = read();
      return session && leftMs(session) / 1000;
    },
  };
}

/** @param now of the device's clock */
function leftAt(session: Timed, now: number): number {
  const lifetime = lifetimeOf(session);
  const { obtained_at: obtainedAt, expires_at: expiresAt = 0 } = session;
  // Kept by an earlier version. A token that lasts for less than it seems is refused, and renewed then.
  if (obtainedAt === undefined) return Math.min(expiresAt * 1000 - now, lifetime);
  const age = now - obtainedAt;
  // The clock was put back since.
  return age < 0 ? UNSURE_MS : lifetime - age;
}

/** Each renewal gives another refresh token, at least. */
function nameOf({ access_token: access, refresh_token: refresh = '' }: Timed): string {
  return `${access} ${refresh}`;
}

/** In milliseconds: the server's word, and no clock of this device. */
function lifetimeOf({ access_token: token, expires_in: expiresIn = 0 }: Timed): number {
  const { exp, iat } = claimsOf(token);
  const seconds = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : expiresIn;
  return seconds * 1000;
}

function parse(text: string | null): Timed | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isTimed(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTimed(value: unknown): value is Timed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string'
  );
}
