/** The actions for the selected blocks. */
import type { EditorView } from '@codemirror/view';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  CopyPlus,
  Link,
  type LucideIcon,
  Repeat2,
  Trash2,
} from 'lucide-react';
import { COPY_BY_HAND, copyText } from '../../../../lib/browser/copy-text.ts';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu.tsx';
import { MenuChoice } from '../../../../ui/menus/menu-choice.tsx';
import { Submenu } from '../../../../ui/menus/submenu.tsx';
import { toast } from '../../../../ui/toasts/toasts.ts';
import type { TargetKind } from '../block-text.ts';
import { headingLevel } from '../lines/heading-level.ts';
import { moveBlocksDown, moveBlocksUp, moveSectionDown, moveSectionUp } from '../moving/move-commands.ts';
import { selectedBlocks } from '../read-blocks.ts';
import { deleteBlocks, duplicateBlocks } from './block-commands.ts';
import { BLOCK_KEYS } from './block-key-names.ts';
import { BLOCK_KINDS } from './block-kinds.ts';
import { blockLink } from './block-link.ts';
import { canTurn, kindOf, turnInto } from './turn-into.ts';

const CHOICES = BLOCK_KINDS.map(({ kind, name, icon }) => ({ value: kind, name, icon }));

export function BlockMenuItems({ view }: { readonly view: EditorView }) {
  const blocks = selectedBlocks(view.state);
  if (!blocks) return null;
  const isOne = blocks.first.from === blocks.last.from;
  const isHeading = isOne && headingLevel(blocks.first.name) !== undefined;
  const run = (command: (target: EditorView) => boolean) => () => void command(view);
  return (
    <>
      {canTurn(view.state, blocks.first) && (
        <>
          <Submenu label="Turn into" icon={Repeat2}>
            <MenuChoice<TargetKind>
              label="Turn into"
              options={CHOICES}
              value={isOne ? kindOf(view.state, blocks.first) : undefined}
              onChange={(kind) => turnInto(kind)(view)}
              closes
            />
          </Submenu>
          <MenuSeparator />
        </>
      )}
      <Action
        icon={ArrowUp}
        name="Move up"
        keys={BLOCK_KEYS['Move the block up']}
        onClick={run(moveBlocksUp)}
      />
      <Action
        icon={ArrowDown}
        name="Move down"
        keys={BLOCK_KEYS['Move the block down']}
        onClick={run(moveBlocksDown)}
      />
      {isHeading && (
        <>
          <Action
            icon={ArrowUpToLine}
            name="Move section up"
            keys={BLOCK_KEYS['Move the section up']}
            onClick={run(moveSectionUp)}
          />
          <Action
            icon={ArrowDownToLine}
            name="Move section down"
            keys={BLOCK_KEYS['Move the section down']}
            onClick={run(moveSectionDown)}
          />
        </>
      )}
      <MenuSeparator />
      <Action
        icon={CopyPlus}
        name="Duplicate"
        keys={BLOCK_KEYS['Duplicate the block']}
        onClick={run(duplicateBlocks)}
      />
      <MenuItem onClick={() => void copyLink(view)}>
        <Link aria-hidden />
        Copy link to {isHeading ? 'heading' : 'block'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={run(deleteBlocks)}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly keys: string;
  readonly onClick: () => void;
}

function Action({ icon: Icon, name, keys, onClick }: ActionProps) {
  return (
    <MenuItem keys={keys} onClick={onClick}>
      <Icon aria-hidden />
      {name}
    </MenuItem>
  );
}

async function copyLink(view: EditorView): Promise<void> {
  const link = blockLink(view, location.href);
  if (link !== undefined && (await copyText(link))) toast('success', 'Link copied');
  else toast('error', 'Link could not be copied', { description: link ?? COPY_BY_HAND });
}
