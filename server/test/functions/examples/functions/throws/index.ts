export default {
  fetch: (request: Request) => {
    if (request.method === 'DELETE') return 'not a Response';
    throw new Error('the password is hunter2');
  },
};
