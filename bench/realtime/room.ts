/** A live server as the bench sees it: sockets join a room and hear the others in it. */

export interface RoomSocket {
  /** Says something to the others in the room. */
  say(message: Readonly<Record<string, unknown>>): void;
  /** @param heard gets each message as it came over the wire */
  onSaid(heard: (frame: string) => void): void;
  onClosed(closed: () => void): void;
  close(): void;
}

export interface RoomServer {
  readonly name: string;
  readonly processId: number;
  /** Resolves when the server has confirmed the room. */
  join(room: string): Promise<RoomSocket>;
  stop(): Promise<void>;
}
