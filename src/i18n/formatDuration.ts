import { i18n } from '@lingui/core'

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A length of time in the person's language, cut to the two largest units that it has: 5400 → '1 hr 30 min'. */
export function formatSecondsAsDuration(seconds: number): string {
  const at = Math.max(
    0,
    steps.findIndex((step) => seconds >= step.seconds || step.unit === 'second'),
  )
  const [first, second] = [steps[at], steps[at + 1]]
  if (!first) return ''
  const whole = Math.floor(seconds / first.seconds)
  const rest = second ? Math.floor((seconds % first.seconds) / second.seconds) : 0
  return [write(whole, first.unit), ...(second && rest > 0 ? [write(rest, second.unit)] : [])].join(' ')
}

const write = (value: number, unit: string): string =>
  new Intl.NumberFormat(i18n.locale || 'en', { style: 'unit', unit, unitDisplay: 'short' }).format(value)
