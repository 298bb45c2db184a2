import { builtApp } from '../bench/support/builtApp.ts'
import { printTable } from '../bench/support/table.ts'
import { type SitemapScreen, sitemap } from '#sitemap'
import { startTestServer } from '../support/startServer.ts'
import { exampleUrl } from '../support/walk.ts'
import { noLimits } from '../support/wire.ts'
import { auditTwice, installLighthouse, mobileLighthouse, type Report } from './lighthouse.ts'
import { type Finding, shortfalls, summarise } from './limits.ts'
import { observe } from './observatory.ts'
import { sweepScreens } from './sweep.ts'

// `npm run audit [page … | pwa | open | screens | observatory]`: the built app on the real server through Lighthouse, every screen by itself,
// and the headers; ends badly when something falls short. Without a word: all of it.

const pages = ['/home', '/hangqing', '/articleList', '/articleDetail?id=how-prices-are-made', '/login']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 3
/** Speed is measured above; these three are about what stands on a page, the same in every run. */
const still = categories.filter((name) => name !== 'performance')

const asked = process.argv.slice(2)
const isAsked = (word: string): boolean => asked.length === 0 || asked.includes(word)
const faults: string[] = []
const newest = installLighthouse(mobileLighthouse)
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
  if (isAsked('open'))
    for (const { path } of Object.values<SitemapScreen>(sitemap).filter(
      ({ access, path: place }) => access === 'open' && !pages.includes(place),
    )) {
      findings.push(summarise(path, [await auditTwice(newest, `${server.origin}${exampleUrl(path)}`, still)]))
      console.log(`${path} done`)
    }
  if (isAsked('pwa')) findings.push(summarise('/home as an installed app', [await auditTwice(withPwa, `${server.origin}/home`, ['pwa'])]))
  await server.stop()
  if (isAsked('observatory')) {
    const { grade, score, costs } = await observe(app.dist)
    console.log(`\nHTTP Observatory: ${grade} (${score})`)
    if (grade !== 'A+') faults.push(`HTTP Observatory ${grade}`, ...costs)
  }
  if (isAsked('screens')) {
    process.env['FAIRLEAD_OUT'] = app.dist
    faults.push(...(await sweepScreens((line) => console.log(line))))
  }
} finally {
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

const short = [...findings.flatMap(shortfalls), ...faults]
if (short.length > 0) console.log(`\nFalls short:\n${short.map((line) => `  ${line}`).join('\n')}`)
// The server's PostgreSQL keeps this process alive and ends with it.
process.exit(short.length > 0 ? 1 : 0)
