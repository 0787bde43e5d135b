/** What is measured of a live server: sockets that join a room and hear what the others in it say. */

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
