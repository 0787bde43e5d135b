/** The browser's entry: puts the router on the page. */
import '@fontsource-variable/inter/wght.css';
import './ui/theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './app/router.tsx';
import { keepDroppedFilesOut } from './lib/browser/dropped-files.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

keepDroppedFilesOut();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
