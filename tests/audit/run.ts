import { builtApp } from '../bench/builtApp.ts'
import { printTable } from '../bench/table.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { auditTwice, installLighthouse, type Report } from './lighthouse.ts'
import { type Finding, shortfalls, summarise } from './limits.ts'

// `npm run audit [page …]`: the built app on the real server through Lighthouse; ends badly when a screen falls short.

const pages = ['/home', '/hangqing', '/articleList', '/articleDetail?id=how-prices-are-made', '/login']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 3

const asked = process.argv.slice(2)
const newest = installLighthouse('13.5.0')
// The last one that audits installable apps.
const withPwa = installLighthouse('11.7.1')

const app = await builtApp()
const server = await startTestServer({ http: { dist: app.dist, rates: noLimits } })
const findings: Finding[] = []
try {
  for (const page of pages.filter((path) => asked.length === 0 || asked.includes(path))) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await auditTwice(newest, `${server.origin}${page}`, categories))
    findings.push(summarise(page, reports))
    console.log(`${page} done`)
  }
  if (asked.length === 0 || asked.includes('pwa'))
    findings.push(summarise('/home as an installed app', [await auditTwice(withPwa, `${server.origin}/home`, ['pwa'])]))
} finally {
  await server.stop()
  app.remove()
}

console.log(`\nBuild ${app.build}, median of ${runs}, mobile\n`)
const ms = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value)} ms`)
printTable(
  [
    ['Screen', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'PWA', 'FCP', 'LCP', 'TBT', 'CLS', 'Weight'],
    ...findings.map(({ page, scores, metrics }) => [
      page,
      ...[...categories, 'pwa'].map((name) => `${scores[name] ?? ''}`),
      ms(metrics['first-contentful-paint']),
      ms(metrics['largest-contentful-paint']),
      ms(metrics['total-blocking-time']),
      metrics['cumulative-layout-shift']?.toFixed(3) ?? '',
      metrics['total-byte-weight'] === undefined ? '' : `${Math.round(metrics['total-byte-weight'] / 1000)} kB`,
    ]),
  ],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
)
for (const { page, reasons } of findings)
  if (reasons.length > 0) console.log(`\n${page}\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)

const short = findings.flatMap(shortfalls)
if (short.length > 0) console.log(`\nFalls short:\n${short.map((line) => `  ${line}`).join('\n')}`)
// The server's PostgreSQL keeps this process alive and ends with it.
process.exit(short.length > 0 ? 1 : 0)
