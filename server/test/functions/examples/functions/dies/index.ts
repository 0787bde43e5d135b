let asked = 0;

export default {
  fetch: async () => {
    asked++;
    setTimeout(() => {
      throw new Error('after the answer was promised');
    });
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    return new Response(String(asked));
  },
};
