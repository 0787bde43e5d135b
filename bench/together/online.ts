/** To be imported where the editor's modules run without a browser: they ask it whether there is a network. */
Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });

export {};
