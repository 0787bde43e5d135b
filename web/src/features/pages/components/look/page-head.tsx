/**
 * A page's icon above its title, and its cover above both. They stand as soon as they are known; the tools that change them
 * come when the browser has nothing else to do.
 */
import { useLoadedWhenIdle } from '../../../../lib/browser/time/loaded-when-idle.ts';
import { coverPaint } from '../../../../lib/page/page-look.ts';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import type { PageHeadProps } from './page-head-props.ts';
import './page-head.css';

const loadTools = () => import('./look-tools.tsx');

export function PageHead(props: PageHeadProps) {
  const tools = useLoadedWhenIdle(loadTools, false);
  const icon = props.look?.icon;
  return (
    <>
      {tools && <tools.TabIcon icon={icon} />}
      {tools && props.canChange ? (
        <tools.HeadTools {...props} />
      ) : (
        icon !== undefined && (
          <div className="page-head" data-has-icon>
            <PageIcon icon={icon} className="page-head-icon" />
          </div>
        )
      )}
    </>
  );
}

export function PageCover(props: PageHeadProps) {
  const Tools = useLoadedWhenIdle(loadTools, false)?.CoverTools;
  const paint = coverPaint(props.look?.cover);
  return (
    paint !== undefined && (
      <div className="page-cover" style={{ background: paint }}>
        {Tools && props.canChange && <Tools {...props} />}
      </div>
    )
  );
}

export function PageLockNote(page: Pick<PageHeadProps, 'organizationId' | 'pageId'>) {
  const Note = useLoadedWhenIdle(loadTools, true)?.LockNote;
  return Note && <Note {...page} />;
}
