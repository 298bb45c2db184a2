import { i18n } from '@lingui/core'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size on disk in the person's language: 1536 → '1.5 kB'. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const unit = units[step] ?? 'byte'
  return new Intl.NumberFormat(i18n.locale || 'en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}
