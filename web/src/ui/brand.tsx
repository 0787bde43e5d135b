/** The mark and the name. */

export function BrandMark({ className = 'size-7' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9 8v16M16 8v16M23 8v16M7 12h18M7 20h18"
        className="fill-none stroke-on-accent"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark />
      <span className="text-base font-semibold tracking-tight text-ink">Trellis</span>
    </span>
  );
}
