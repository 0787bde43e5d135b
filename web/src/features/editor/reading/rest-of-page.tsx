/** Stands for what is not drawn yet, as that may take long: a person chooses whether to wait for it. */
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import './rest-of-page.css';

interface RestOfPageProps {
  readonly words: string;
  readonly onShow: () => void;
}

export function RestOfPage({ words, onShow }: RestOfPageProps) {
  const show = (event: MouseEvent) => {
    // The button goes, and what comes in its place is read from here on.
    event.currentTarget.closest<HTMLElement>('.reading-view')?.focus({ preventScroll: true });
    onShow();
  };
  return (
    <div className="rest-of-page" role="note">
      <p>{words}</p>
      <Button onClick={show}>Show all</Button>
    </div>
  );
}
