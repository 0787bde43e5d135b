/** Code as it is read: a block with its language's colours, or the picture that it describes. */
import { attributesOf, type DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { useReading } from '../../drawing/use-reading.ts';
import { CodeBlock } from './code-block.tsx';
import { Drawing, isDrawing } from './draw-code.tsx';

export const draw: readonly KindDrawer[] = [{ name: 'pre', draw: Code }];

function Code({ node, children }: DrawnProps) {
  const { isComparison } = useReading();
  if (isComparison)
    return (
      <pre {...attributesOf(node)} className="page-code">
        {children}
      </pre>
    );
  const [code] = node.children;
  if (code?.type !== 'element') return <pre>{children}</pre>;
  const [text] = code.children;
  const classes = code.properties.className;
  const language = Array.isArray(classes) ? String(classes[0]).replace(/^language-/, '') : '';
  const source = text?.type === 'text' ? text.value.trimEnd() : '';
  const place = Number(node.properties[BLOCK_PLACE]);
  return isDrawing(language) && source !== '' ? (
    <Drawing language={language} source={source} place={place} />
  ) : (
    <CodeBlock code={source} language={language} place={place} />
  );
}
