/** Code that is a picture: a Mermaid diagram, or a formula as GitHub writes it. */
import { useCallback } from 'react';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { drawFormula } from '../formula/draw-formula.ts';
import { drawDiagram } from './diagram/draw-diagram.ts';

interface DrawingProps {
  readonly language: string;
  readonly source: string;
  /** The place where it begins in the text. */
  readonly place: number;
}

export function isDrawing(language: string): boolean {
  return /^(?:mermaid|math)$/i.test(language);
}

export function Drawing({ language, source, place }: DrawingProps) {
  const isFormula = language.toLowerCase() === 'math';
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      return isFormula ? drawFormula(element, source, 'block') : drawDiagram(element, source);
    },
    [isFormula, source],
  );
  return <div ref={draw} {...{ [BLOCK_PLACE]: place }} />;
}
