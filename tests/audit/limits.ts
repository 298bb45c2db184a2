import type { Audit, Report } from './lighthouse.ts'

/** What every audited screen must reach: scores out of 100, the largest paint in ms. */
const leastScores: Record<string, number> = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100, pwa: 100 }
const mostLargestPaintMs = 2_000

/** A page's runs in the middle: each score and each metric by itself. */
export interface Finding {
  page: string
  scores: Record<string, number>
  metrics: Record<string, number>
  /** Why points are missing, from the run with the lowest score. */
  reasons: string[]
}

const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
]

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export function summarise(page: string, reports: readonly Report[]): Finding {
  const [first] = reports
  if (!first) throw new Error(`${page} has no report`)
  const names = Object.keys(first.categories)
  return {
    page,
    scores: Object.fromEntries(
      names.map((name) => [name, middle(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)))]),
    ),
    metrics: Object.fromEntries(
      metrics
        .filter((id) => first.audits[id])
        .map((id) => [id, middle(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))]),
    ),
    reasons: names.flatMap((name) => missing(name, worst(name, reports))),
  }
}

const worst = (name: string, reports: readonly Report[]): Report =>
  reports.reduce((low, report) => ((report.categories[name]?.score ?? 0) < (low.categories[name]?.score ?? 0) ? report : low))

/** Audits that cost the category points, each with the elements that Lighthouse names. */
function missing(name: string, { categories, audits }: Report): string[] {
  if (categories[name]?.score === 1) return []
  return (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) return []
    const said = [audit.displayValue, audit.explanation].filter(Boolean).join(' ')
    return [`${name} ${id} (${Math.round(audit.score * 100)}): ${audit.title}${said ? ` — ${said}` : ''}`, ...elements(audit)]
  })
}

const elements = ({ details }: Audit): string[] =>
  (details?.items ?? []).slice(0, 5).map((item) => {
    const node = (item['node'] ?? item['element']) as { selector?: string; snippet?: string } | undefined
    return `    ${(node?.snippet ?? node?.selector ?? JSON.stringify(item)).replace(/\s+/g, ' ').slice(0, 240)}`
  })

/** What falls short, in words; none when the page is good. */
export function shortfalls({ page, scores, metrics: measured }: Finding): string[] {
  const low = Object.entries(scores).filter(([name, score]) => score < (leastScores[name] ?? 0))
  const paint = measured['largest-contentful-paint']
  return [
    ...low.map(([name, score]) => `${page}: ${name} ${score}, at least ${leastScores[name]}`),
    ...(paint !== undefined && paint > mostLargestPaintMs
      ? [`${page}: largest paint ${Math.round(paint)} ms, at most ${mostLargestPaintMs} ms`]
      : []),
  ]
}
