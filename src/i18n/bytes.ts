const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size on disk, the same in every language (docs/rules/time-and-numbers.md) and never parted from its unit: 1536 → '1.5 kB'. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const unit = units[step] ?? 'byte'
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  })
    .format(bytes / 1000 ** step)
    .replace(' ', '\u00a0')
}
