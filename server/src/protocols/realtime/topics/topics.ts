/** Which channels of this process are open on which topic, and what reaches them. */
import type { Extension } from '../contracts.ts';
import { type Broadcast, broadcastFrames } from '../wire/broadcast.ts';
import type { Frame } from '../wire/message.ts';
import { encodeTextAround, type Version } from '../wire/text-messages.ts';

/** A private topic and a public one of the same name have nothing to do with each other. */
export type TopicKey = `public:${string}` | `private:${string}`;

/** Before the name of a topic, as clients write it. */
export const TOPIC_PREFIX = 'realtime:';

export function topicKey(topic: string, isPrivate: boolean): TopicKey {
  return isPrivate ? `private:${topic}` : `public:${topic}`;
}

/** An open channel, as messages find it. */
export interface Member {
  readonly version: Version;
  mayRead(extension: Extension): boolean;
  /** Whether it has had this message before, as a part of a replay. */
  hasHad(id: string): boolean;
  deliver(frame: Frame): void;
}

export class Topics {
  readonly #members = new Map<TopicKey, Set<Member>>();

  join(key: TopicKey, member: Member): void {
    const members = this.#members.get(key);
    if (members) members.add(member);
    else this.#members.set(key, new Set([member]));
  }

  leave(key: TopicKey, member: Member): void {
    const members = this.#members.get(key);
    members?.delete(member);
    if (members?.size === 0) this.#members.delete(key);
  }

  has(key: TopicKey): boolean {
    return this.#members.has(key);
  }

  /** How many channels of this process listen. */
  count(key: TopicKey): number {
    return this.#members.get(key)?.size ?? 0;
  }

  /** @param except the sender, unless it wants to hear itself */
  broadcast(key: TopicKey, broadcast: Broadcast, except?: Member): void {
    const members = this.#members.get(key);
    if (!members) return;
    const id = broadcast.kind === 'user' ? broadcast.meta?.id : undefined;
    const frames = broadcastFrames(nameOf(key), broadcast);
    for (const member of members) {
      if (member === except || !member.mayRead('broadcast')) continue;
      if (id !== undefined && member.hasHad(id)) continue;
      const frame = frames(member.version);
      if (frame) member.deliver(frame);
    }
  }

  presenceDiff(key: TopicKey, diff: unknown): void {
    const members = this.#members.get(key);
    if (!members) return;
    const text = JSON.stringify(diff);
    const made = new Map<Version, Frame>();
    for (const member of members) {
      if (!member.mayRead('presence')) continue;
      const { version } = member;
      const frame = made.get(version) ?? encodeTextAround(version, nameOf(key), 'presence_diff', text);
      made.set(version, frame);
      member.deliver(frame);
    }
  }
}

function nameOf(key: TopicKey): string {
  return TOPIC_PREFIX + key.slice(key.indexOf(':') + 1);
}
