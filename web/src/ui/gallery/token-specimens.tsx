/** Name and mark, colours, type, elevation. */
import { Brand } from '../brand.tsx';
import { Row, Specimens } from './specimen.tsx';

const SURFACES = [
  'canvas',
  'sunken',
  'raised',
  'hover',
  'selected',
  'selection',
  'found',
  'tint',
  'accent-soft',
  'warning-soft',
  'danger-soft',
];
const STRONG = [
  'ink',
  'ink-muted',
  'line',
  'line-strong',
  'accent',
  'accent-hover',
  'warning',
  'danger',
  'danger-hover',
];

const TYPE = [
  ['text-[2rem] font-[680] leading-tight tracking-tight', 'Page title, 32'],
  ['text-2xl font-semibold tracking-tight', 'Screen, 24'],
  ['text-lg font-semibold tracking-tight', 'Dialog, 18'],
  ['text-base font-semibold', 'Section, 16'],
  ['text-sm', 'Interface, 14'],
  ['text-[0.8125rem] text-ink-muted', 'Help, 13'],
  ['text-xs font-medium', 'Badge, 12'],
] as const;

export function TokenSpecimens() {
  return (
    <Specimens name="Tokens">
      <Brand />
      <Swatches names={SURFACES} />
      <Swatches names={STRONG} />
      <div className="flex flex-col gap-2">
        {TYPE.map(([classes, words]) => (
          <p key={words} className={classes}>
            {words}
          </p>
        ))}
      </div>
      <Row>
        <div className="rounded-md border border-line p-4">Line: parts of a screen</div>
        <div className="rounded-md border border-line bg-raised p-4 shadow-float">
          Float: above the screen
        </div>
      </Row>
    </Specimens>
  );
}

function Swatches({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
      {names.map((name) => (
        <li key={name} className="text-[0.8125rem]">
          <span
            className="mb-1 block h-8 rounded-md border border-line"
            style={{ background: `var(--${name})` }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
