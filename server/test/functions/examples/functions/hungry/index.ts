const kept: unknown[] = [];

export default {
  fetch: async () => {
    for (;;) {
      kept.push(Array.from({ length: 1_000_000 }, (_, at) => ({ at })));
      await new Promise((resolve) => setTimeout(resolve));
    }
  },
};
