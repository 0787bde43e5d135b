/** The tools that change a page's icon and cover: buttons that show under the pointer, and what they open. */
import { Image, SmilePlus } from 'lucide-react';
import { useRef } from 'react';
import { useLoadedWhenIdle } from '../../../../lib/browser/time/loaded-when-idle.ts';
import { Button } from '../../../../ui/button.tsx';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import { useChangeLook } from '../../api/change-look.ts';
import { CoverPicker } from './cover-picker.tsx';
import type { PageHeadProps } from './page-head-props.ts';

export { LockNote } from './lock-note.tsx';
export { TabIcon } from './tab-icon.tsx';

// The list of emojis comes with it.
const loadIconPicker = () => import('./icon-picker.tsx');

const SMALL = 'min-h-8 gap-1.5 px-2 py-1 [&_svg]:size-4';

export function HeadTools({ organizationId, pageId, look, picking, onPick }: PageHeadProps) {
  const head = useRef<HTMLDivElement>(null);
  const { change, changeWithUndo } = useChangeLook(organizationId, pageId);
  const Picker = useLoadedWhenIdle(loadIconPicker, picking === 'icon')?.IconPicker;
  const icon = look?.icon;
  const close = () => onPick(undefined);
  return (
    <div ref={head} className="page-head" data-has-icon={icon === undefined ? undefined : ''}>
      {icon !== undefined && (
        <button
          type="button"
          aria-label="Change icon"
          aria-haspopup="dialog"
          title="Change icon"
          className="page-head-icon"
          onClick={() => onPick('icon')}
        >
          <PageIcon icon={icon} className="block!" />
        </button>
      )}
      <div className="page-head-actions" data-open={picking === undefined ? undefined : ''}>
        {icon === undefined && (
          <Button look="quiet" className={SMALL} aria-haspopup="dialog" onClick={() => onPick('icon')}>
            <SmilePlus aria-hidden />
            Add icon
          </Button>
        )}
        {look?.cover === undefined && (
          <Button look="quiet" className={SMALL} aria-haspopup="dialog" onClick={() => onPick('cover')}>
            <Image aria-hidden />
            Add cover
          </Button>
        )}
      </div>
      {picking === 'icon' && Picker && (
        <Picker
          anchor={head}
          icon={icon}
          onChoose={(chosen) => change({ icon: chosen })}
          onRemove={() => changeWithUndo({ icon: null }, { icon: icon ?? null }, 'Icon removed')}
          onClose={close}
        />
      )}
      {picking === 'cover' && look?.cover === undefined && (
        <CoverPicker
          anchor={head}
          align="start"
          cover={undefined}
          onChoose={(cover) => change({ cover })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Within a cover. */
export function CoverTools({ organizationId, pageId, look, picking, onPick }: PageHeadProps) {
  const actions = useRef<HTMLDivElement>(null);
  const { change, changeWithUndo } = useChangeLook(organizationId, pageId);
  const cover = look?.cover;
  const close = () => onPick(undefined);
  const remove = () => changeWithUndo({ cover: null }, { cover: cover ?? null }, 'Cover removed');
  return (
    <div ref={actions} className="page-cover-actions" data-open={picking === 'cover' ? '' : undefined}>
      <Button className={SMALL} aria-haspopup="dialog" onClick={() => onPick('cover')}>
        Change cover
      </Button>
      <Button className={SMALL} onClick={remove}>
        Remove
      </Button>
      {picking === 'cover' && (
        <CoverPicker
          anchor={actions}
          align="end"
          cover={cover}
          onChoose={(next) => change({ cover: next })}
          onClose={close}
        />
      )}
    </div>
  );
}
