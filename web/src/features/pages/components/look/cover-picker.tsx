/** Chooses what stands above a page's title. */
import type { RefObject } from 'react';
import { COVERS } from '../../../../lib/page/known-looks.ts';
import { type Cover, coverPaint } from '../../../../lib/page/page-look.ts';
import { LookPopup } from './look-popup.tsx';

interface CoverPickerProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: 'start' | 'end';
  /** The page's cover at the moment. */
  readonly cover: Cover | undefined;
  readonly onChoose: (cover: Cover) => void;
  readonly onClose: () => void;
}

export function CoverPicker({ anchor, align, cover, onChoose, onClose }: CoverPickerProps) {
  return (
    <LookPopup anchor={anchor} label="Page cover" align={align} onClose={onClose}>
      <ul aria-label="Covers" className="grid grid-cols-2 gap-2 overflow-y-auto p-2">
        {COVERS.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === cover}
              onClick={() => onChoose(name)}
              className="flex w-full flex-col gap-1 rounded-md p-1 text-left text-xs text-ink-muted hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink"
            >
              <span
                aria-hidden
                className="h-10 w-full rounded forced-colors:forced-color-adjust-none"
                style={{ background: coverPaint(name) }}
              />
              <span className="px-0.5">{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </LookPopup>
  );
}
