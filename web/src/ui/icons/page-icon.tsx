/** A page's icon, as large as the text around it. It says nothing: the page's name stands beside it. */
import { ownIcon } from '../../lib/page/page-look.ts';
import { classNames } from '../class-names.ts';
import '../theme/page-icons.generated.css';
import './page-icon.css';

interface PageIconProps {
  readonly icon: string;
  readonly className?: string;
}

export function PageIcon({ icon, className }: PageIconProps) {
  const own = ownIcon(icon);
  return (
    <span
      aria-hidden
      className={classNames('page-icon', className)}
      data-page-icon={own?.name}
      data-icon-color={own?.color}
    >
      {own ? null : icon}
    </span>
  );
}
