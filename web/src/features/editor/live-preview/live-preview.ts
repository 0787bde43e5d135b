/** Markdown that looks like what it means while it is written. */
import type { Extension } from '@codemirror/state';
import { tables } from '../tables/tables.ts';
import './live-preview.css';
import '../code/code-blocks.css';
import { inlinePreview } from './inline-preview.ts';
import { linkPreview } from './link-preview.ts';
import { revealSyntax } from './reveal.ts';
import type { ShownImages } from './shown-images.ts';

export function livePreview(images: ShownImages): Extension {
  return [revealSyntax(), inlinePreview(images), linkPreview, tables()];
}
