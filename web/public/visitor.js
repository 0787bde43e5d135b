/**
 * For the documents made at build time, before their first paint. Someone who is signed in here gets the way to their
 * dashboard; the key is that of src/lib/supabase.ts. And the picture follows a theme chosen on this device.
 */
(() => {
  const root = document.documentElement;
  try {
    if (localStorage.getItem('trellis-auth') !== null) root.dataset.signedIn = '';
  } catch {
    // Without storage, nobody is signed in.
  }
  addEventListener('DOMContentLoaded', () => {
    const { theme } = root.dataset;
    const source = document.querySelector('picture > source');
    if (theme !== undefined && source !== null) source.media = theme === 'dark' ? 'all' : 'not all';
  });
})();
