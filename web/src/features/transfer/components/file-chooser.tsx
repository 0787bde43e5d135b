/** The place to drop files, and the two ways to pick them: files, or a folder with all that is in it. */
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { droppedFiles, pickedFiles } from '../archive/dropped-files.ts';
import type { ChosenFile } from '../archive/read-files.ts';

interface FileChooserProps {
  readonly onChoose: (files: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => void;
}

export function FileChooser({ onChoose }: FileChooserProps) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const pick = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) onChoose(pickedFiles(input.files));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(droppedFiles(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer; the buttons do the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <FileUp aria-hidden className="size-6 text-ink-muted" />
      <p className="text-pretty">Drop a folder, a ZIP file, or Markdown and HTML files here</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => files.current?.click()}>Choose files</Button>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={(event) => pick(event.target)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no such attribute.
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={(event) => pick(event.target)}
      />
    </div>
  );
}
