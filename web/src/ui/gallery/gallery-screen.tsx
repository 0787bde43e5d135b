/**
 * Every component in every state, in both themes side by side. Each theme is a page of its own in a frame, so that
 * dialogs, menus and toasts appear in theirs too. Only development builds have it.
 */
import { useSearchParams } from 'react-router';
import { Toaster } from '../toasts/toaster.tsx';
import { TooltipHost } from '../tooltip.tsx';
import { ControlSpecimens } from './control-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { MessageSpecimens } from './message-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';
import { TokenSpecimens } from './token-specimens.tsx';

const THEMES = ['light', 'dark'] as const;

export function GalleryScreen() {
  const [parameters] = useSearchParams();
  const theme = THEMES.find((known) => known === parameters.get('theme'));
  if (theme === undefined) return <BothThemes />;
  // The frame is a document of its own, whose theme is not remembered.
  document.documentElement.dataset.theme = theme;
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-10 p-6">
      <title>Components · Trellis</title>
      <h1 className="text-2xl font-semibold tracking-tight">{`Components, ${theme}`}</h1>
      <TokenSpecimens />
      <ControlSpecimens />
      <FieldSpecimens />
      <MessageSpecimens />
      <OverlaySpecimens />
      <TooltipHost />
      <Toaster />
    </main>
  );
}

function BothThemes() {
  return (
    <main className="grid h-dvh grid-cols-1 lg:grid-cols-2">
      <title>Components · Trellis</title>
      <h1 className="sr-only">Components</h1>
      {THEMES.map((theme) => (
        <iframe
          key={theme}
          title={`Components in the ${theme} theme`}
          src={`?theme=${theme}`}
          className="size-full border-0"
        />
      ))}
    </main>
  );
}
