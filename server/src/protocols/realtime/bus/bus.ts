/** Carries messages between the processes of one installation. */

export interface BusListener {
  /** @param from the process that published it */
  onMessage(from: string, text: string): void;
  /** Another process has just come, or may have missed something: tell everybody what they need to know. */
  onArrival(): void;
  onDeparture(process: string): void;
}

export interface Bus {
  /** Reaches every other process once, in order, or not at all. */
  publish(text: string): void;
  listen(listener: BusListener): Promise<void>;
  close(): Promise<void>;
}

/** For a process that has its database to itself. */
export function busOfOne(): Bus {
  return { publish: () => undefined, listen: async () => undefined, close: async () => undefined };
}
