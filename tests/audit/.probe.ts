import { startTestServer } from '/work/main/tests/support/startServer.ts'
import { noLimits } from '/work/main/tests/support/wire.ts'
import { audit } from '/work/main/tests/audit/lighthouse.ts'
const dist = process.argv[2]!
const server = await startTestServer({ http: { dist, rates: noLimits } })
for (const page of process.argv.slice(3)) {
  const r: any = await audit('/work/main/.tools/lighthouse13/node_modules/lighthouse/cli/index.js', server.origin + page, ['performance'])
  const a = r.audits
  const n = (id: string) => Math.round(a[id].numericValue * 1000) / 1000
  console.log('##', page, r.categories.performance.score, 'FCP', n('first-contentful-paint'), 'LCP', n('largest-contentful-paint'), 'TBT', n('total-blocking-time'), 'CLS', n('cumulative-layout-shift'), 'bench', r.environment?.benchmarkIndex)
  if (process.env['BRIEF']) continue
  console.log('observed', JSON.stringify(Object.fromEntries(Object.entries(a.metrics?.details?.items?.[0] ?? {}).filter(([k]) => /observed(First|Largest|Load|Dom)/.test(k)))))
  for (const i of a['network-requests'].details.items) console.log(Math.round(i.networkRequestTime), Math.round(i.networkEndTime), i.transferSize, i.resourceSize, i.priority, i.url.replace(server.origin, ''))
  for (const id of ['lcp-breakdown-insight', 'cls-culprits-insight', 'layout-shifts', 'render-blocking-insight', 'bootup-time', 'long-tasks', 'mainthread-work-breakdown', 'forced-reflow-insight', 'network-dependency-tree-insight'])
    console.log('-', id, JSON.stringify(a[id]?.details?.items ?? null).slice(0, 1800))
}
await server.stop()
process.exit(0)
