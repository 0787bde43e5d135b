/** Crumbs in a line. Those without room fold into a menu: which, is measured, since names are of any length. */
import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { PageIcon } from '../../../../../ui/icons/page-icon.tsx';
import { MenuLinkItem, MenuPopup } from '../../../../../ui/menus/menu.tsx';
import { foldCrumbs } from './fold-crumbs.ts';
import type { Crumb } from './known-crumbs.ts';

// As wide as one above may be where there is no room for all of them in full.
const MOST_ABOVE_PX = 176;
const ABOVE_CLASSES = 'flex items-center';
const CUT_CLASSES = 'max-w-44';
const NAME_CLASSES = 'min-w-0 truncate px-1';

export function CrumbList({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const room = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const { folded, isCut } = useFolded(room, ruler, crumbs);
  const above = crumbs.slice(0, -1);
  const last = crumbs.at(-1);
  const isFirstFolded = folded === above.length;
  const inMenu = isFirstFolded ? above : above.slice(1, folded + 1);
  return (
    <nav
      ref={room}
      aria-label="Breadcrumbs"
      className="@container relative min-w-0 flex-1 min-[30rem]:min-w-36 whitespace-nowrap text-[0.8125rem]"
    >
      <Ruler ref={ruler} crumbs={crumbs} />
      <ol className="flex min-h-8 items-center">
        {!isFirstFolded && above[0] && <CrumbAbove {...above[0]} isCut={isCut} />}
        {inMenu.length > 0 && (
          <li className="flex items-center">
            <FoldedCrumbs crumbs={inMenu} />
            <Separator />
          </li>
        )}
        {above.slice(folded + 1).map((crumb) => (
          <CrumbAbove key={crumb.to ?? crumb.name} {...crumb} isCut={isCut} />
        ))}
        {last && (
          <li className="hidden min-w-0 flex-1 truncate px-1 font-medium @[8rem]:block">
            <span aria-current="page" dir="auto" title={last.name}>
              <CrumbIcon icon={last.icon} />
              {last.name}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** As long as each would be, out of sight and without a text of its own. */
function Ruler({
  ref,
  crumbs,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly crumbs: readonly Crumb[];
}) {
  return (
    <div aria-hidden className="invisible absolute inset-x-0 h-0 overflow-hidden">
      <div ref={ref} className="flex w-max">
        {crumbs.map(({ name, to, icon }, index) => (
          <span
            key={to ?? name}
            className={index < crumbs.length - 1 ? `${ABOVE_CLASSES} shrink-0` : 'shrink-0 font-medium'}
          >
            <span data-name={name} className={`${NAME_CLASSES} after:content-[attr(data-name)]`}>
              <CrumbIcon icon={icon} />
            </span>
            {index < crumbs.length - 1 && <Separator />}
          </span>
        ))}
      </div>
    </div>
  );
}

function useFolded(
  room: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLDivElement | null>,
  crumbs: readonly Crumb[],
): Fit {
  const [{ folded, isCut }, setFit] = useState<Fit>({ folded: 0, isCut: false });
  useLayoutEffect(() => {
    if (!room.current || !ruler.current) return;
    const measure = () => {
      const widths = [...(ruler.current?.children ?? [])].map((crumb) => crumb.getBoundingClientRect().width);
      setFit(fit(crumbs, widths, room.current?.clientWidth ?? 0));
    };
    measure();
    // The room changes with the window and its neighbours, the names' width with the font that loads.
    const observer = new ResizeObserver(measure);
    observer.observe(room.current);
    observer.observe(ruler.current);
    return () => observer.disconnect();
  }, [room, ruler, crumbs]);
  return { folded: Math.min(folded, Math.max(crumbs.length - 1, 0)), isCut };
}

interface Fit {
  readonly folded: number;
  /** Whether those above are shortened, each to the same width. */
  readonly isCut: boolean;
}

function fit(crumbs: readonly Crumb[], widths: readonly number[], room: number): Fit {
  const last = widths.at(-1) ?? 0;
  const isCut = widths.reduce((sum, width) => sum + width, 0) > room;
  const widest = isCut ? MOST_ABOVE_PX : Number.POSITIVE_INFINITY;
  const above = crumbs
    .slice(0, -1)
    .map(({ to }, at) => ({ width: Math.min(widths[at] ?? 0, widest), isLink: to !== undefined }));
  return { folded: foldCrumbs(above, last, room), isCut };
}

function CrumbAbove({ name, to, icon, isCut }: Crumb & { readonly isCut: boolean }) {
  const classes = `${NAME_CLASSES} rounded-sm py-0.5 text-ink-muted`;
  return (
    <li className={`${ABOVE_CLASSES} shrink-0 ${isCut ? CUT_CLASSES : ''}`}>
      {to === undefined ? (
        <span dir="auto" className={classes}>
          {name}
        </span>
      ) : (
        <Link
          to={to}
          dir="auto"
          title={name}
          className={`${classes} transition-colors hover:bg-hover hover:text-ink`}
        >
          <CrumbIcon icon={icon} />
          {name}
        </Link>
      )}
      <Separator />
    </li>
  );
}

function CrumbIcon({ icon }: Pick<Crumb, 'icon'>) {
  return icon !== undefined && <PageIcon icon={icon} className="me-1" />;
}

function Separator() {
  return <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-muted" />;
}

function FoldedCrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label="Show the way here" className="size-7">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      <MenuPopup label="The way here" align="start">
        {crumbs.map(
          ({ name, to, icon }) =>
            to !== undefined && (
              <MenuLinkItem key={to} render={<Link to={to} />} closeOnClick>
                <span dir="auto" className="max-w-64 truncate">
                  <CrumbIcon icon={icon} />
                  {name}
                </span>
              </MenuLinkItem>
            ),
        )}
      </MenuPopup>
    </Menu.Root>
  );
}
