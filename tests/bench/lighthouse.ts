import { auditTwice, installLighthouse, mobileLighthouse } from '../audit/lighthouse.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { bareServer } from './support/bareServer.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const rounds = sized(5, 1)
/** The pages that stand before any script has come; an article of the help is one that every house has. */
const addresses = sized(['/home', '/hangqing', '/login', '/kline?symbol=BTCUSDT', '/articleDetail?id=guest-and-demo'], ['/home'])
/** Those whose paint is also measured over a network and a processor that are really slowed. */
const slowed = sized(['/home', '/hangqing', '/login'], ['/home'])

const others = ['accessibility', 'best-practices', 'seo']
const figures = [
  { id: 'first-contentful-paint', name: 'first paint', unit: 'ms' },
  { id: 'largest-contentful-paint', name: 'largest paint', unit: 'ms' },
  { id: 'total-blocking-time', name: 'blocked', unit: 'ms', canBeZero: true },
  { id: 'cumulative-layout-shift', name: 'moved', unit: 'share', canBeZero: true },
] as const

/** Figure → what each round measured. */
type Measured = Map<string, number[]>

/**
 * Lighthouse's mobile figures of the pages that a first visit begins with, each beside the same HTML without its scripts, in turn in the same run:
 * what of a figure is the app's, and what the machine's. Without an answer of Lighthouse there is no figure, and the section fails.
 */
export async function lighthouseFigures(): Promise<Row[]> {
  const { dist } = await builtApp()
  const server = await startTestServer({ http: { dist, rates: noLimits } })
  const bare = await bareServer(server.origin)
  const [app, html, slow] = [new Map<string, Measured>(), new Map<string, Measured>(), new Map<string, Measured>()]
  try {
    for (let round = 0; round < rounds; round++) {
      for (const address of addresses) {
        await measure(app, address, server.origin, 'simulate', ['performance', ...others])
        await measure(html, address, bare.origin, 'simulate', ['performance'])
      }
      for (const address of slowed) await measure(slow, address, server.origin, 'devtools', ['performance'])
    }
  } finally {
    await bare.stop()
    await server.stop()
  }
  const of = (all: Map<string, Measured>, address: string, what: string): number => median(all.get(address)?.get(what) ?? [])
  return [
    ...addresses.flatMap((address): Row[] => {
      const beside = (what: string) => ({ what: 'its HTML without scripts', figure: of(html, address, what) })
      const score = (what: string): Row => ({ name: `Lighthouse ${address}: ${what}`, figure: of(app, address, what), unit: 'of 100' })
      return [
        { ...score('performance'), beside: beside('performance') },
        ...figures.map(({ id, name, ...row }) => ({
          ...row,
          name: `Lighthouse ${address}: ${name}`,
          figure: of(app, address, id),
          beside: beside(id),
        })),
        ...others.map(score),
      ]
    }),
    ...slowed.flatMap((address) =>
      figures.slice(0, 2).map(({ id, name, ...row }) => ({
        ...row,
        name: `Lighthouse ${address}, network and processor really slowed: ${name}`,
        figure: of(slow, address, id),
      })),
    ),
  ]
}

/** One visit by a browser of its own, which knows nothing of the visits before. */
async function measure(
  into: Map<string, Measured>,
  address: string,
  origin: string,
  throttling: 'simulate' | 'devtools',
  categories: readonly string[],
): Promise<void> {
  const report = await auditTwice(installLighthouse(mobileLighthouse), origin + address, categories, throttling)
  const measured = into.get(address) ?? new Map<string, number[]>()
  into.set(address, measured)
  const note = (what: string, figure: number): void => void measured.set(what, [...(measured.get(what) ?? []), figure])
  for (const { id } of figures) note(id, report.audits[id]?.numericValue ?? Number.NaN)
  for (const id of categories) note(id, Math.round((report.categories[id]?.score ?? Number.NaN) * 100))
}
