import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { content } from '#contract/calls/content.ts'
import { market } from '#contract/calls/market.ts'
import { Refusal } from '#contract/refusals.ts'
import { type PrefilledPageDeps, trySendPrefilledPage } from './filledPages.ts'

// Pages that bring the answer their screen begins with, made of templates as the build writes them.

const apps: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const templates: Record<string, string> = {
  '/shells/en/articleDetail.text.html':
    '<title>⟦title⟧</title><body><h1>⟦title⟧</h1><p>⟦summary⟧</p><div>⟦html⟧</div><i>⟦version⟧ ⟦unknown⟧</i></body>',
  '/shells/th/articleDetail.contents.html': '<body>⟦title⟧</body>',
  '/shells/en/kline.rise.html': '<body>⟦base⟧/⟦quote⟧ ⟦price⟧ +⟦rate⟧% ⟦high⟧ ⟦low⟧</body>',
  '/shells/en/kline.fall.html': '<body>⟦price⟧ −⟦rate⟧%</body>',
}
const guide = { kind: 'help', lang: 'en-us', title: 'A & <b>', summary: '"$&"', version: '3', html: '<p>⟦title⟧ $1 </p>', toc: [] }
const bitcoin = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  currentPrice: '89989.0812',
  riseRate: '0.0188',
  high: '90563.47',
  low: '86779.48',
  amount: null,
  feedMode: 'SIM',
  tradable: { contract: true },
  session: { open: true },
}

async function pageAt(
  url: string,
  read: PrefilledPageDeps['read'],
  headers: Record<string, string> = {},
  timeoutMs?: number,
): Promise<{ body: string; status: number; headers: Record<string, unknown>; raw: Buffer }> {
  const app = fastify()
  apps.push(app)
  app.setNotFoundHandler(async (request, reply) => {
    if (await trySendPrefilledPage({ templateAt: (path) => templates[path], read, timeoutMs }, request, reply)) return reply
    return reply.code(404).send('plain')
  })
  const { body, statusCode, headers: sent, rawPayload } = await app.inject({ url, headers: { 'accept-language': 'en', ...headers } })
  return { body, status: statusCode, headers: sent, raw: rawPayload }
}

const brought = (body: string): unknown =>
  JSON.parse(/<script type="application\/json" id="answer">(.*?)<\/script><\/body>/s.exec(body)?.[1] ?? 'null')

it('has the words of the article and the answer that they are from', async () => {
  const requests: unknown[] = []
  const { body, headers } = await pageAt('/articleDetail?id=guide', async (call, params, lang) => {
    requests.push([call, params, lang])
    return guide
  })
  expect(requests).toEqual([[content.article, { id: 'guide', lang: 'en-us' }, 'en-us']])
  expect(body).toContain('<title>A &amp; &lt;b&gt;</title>')
  expect(body).toContain('<p>&quot;$&amp;&quot;</p>')
  // Its own marks stay, and nothing in them is a place.
  expect(body).toContain('<div><p>⟦title⟧ $1 </p></div>')
  expect(body).toContain('<i>3 </i>')
  expect(brought(body)).toEqual({ address: `${content.article.path}?id=guide&lang=en-us`, lang: 'en-us', result: guide })
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie' })
})

it('keeps an answer from ending the script that it stands in', async () => {
  const { body } = await pageAt('/articleDetail?id=guide', async () => ({ ...guide, summary: '</script><script>alert(1)</script>' }))
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(brought(body)).toMatchObject({ result: { summary: '</script><script>alert(1)</script>' } })
})

it('has the price and the day of the market that is asked for', async () => {
  const list = async () => [{ ...bitcoin, symbol: 'ETHUSDT', riseRate: '-0.0156' }, bitcoin]
  const rise = await pageAt('/kline?symbol=BTCUSDT&period=15m', list)
  expect(rise.body).toContain('<body>BTC/USDT 89,989.08 +1.88% 90,563.47 86,779.48')
  expect(brought(rise.body)).toMatchObject({ address: market.symbols.path, result: await list() })
  expect((await pageAt('/kline?symbol=ETHUSDT', list)).body).toContain('89,989.08 −1.56%')
})

it('is compressed as the browser can take it', async () => {
  const { raw, headers } = await pageAt('/kline', async () => [bitcoin], { 'accept-encoding': 'gzip, br' })
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(raw).toString()).toContain('89,989.08')
})

it.each([
  { what: 'another look of the chart', url: '/kline?symbol=BTCUSDT&period=1m', result: [bitcoin] },
  { what: 'a market that is not listed', url: '/kline?symbol=NOSUCH', result: [bitcoin] },
  { what: 'a market without a price yet', url: '/kline', result: [{ ...bitcoin, currentPrice: null }] },
  { what: 'a market that has not moved', url: '/kline', result: [{ ...bitcoin, riseRate: '0' }] },
  { what: 'a closed market, whose buttons stand otherwise', url: '/kline', result: [{ ...bitcoin, session: { open: false } }] },
  { what: 'a market without a whole day, which says since when', url: '/kline', result: [{ ...bitcoin, since24: 1 }] },
  { what: 'a live market, whose page looks otherwise', url: '/kline', result: [{ ...bitcoin, feedMode: 'LIVE' }] },
  { what: 'an article without an id', url: '/articleDetail', result: guide },
  { what: 'an id that none has', url: '/articleDetail?id=../x', result: guide },
  { what: 'an article in another language than the page', url: '/articleDetail?id=guide', result: { ...guide, lang: 'th' } },
  { what: 'news, whose page has another name', url: '/articleDetail?id=guide', result: { ...guide, kind: 'news' } },
  { what: 'what is no address', url: '//', result: guide },
  { what: 'a name that every object has', url: 'constructor', result: guide },
  { what: 'a screen that begins without an answer', url: '/home', result: [bitcoin] },
])('leaves the page as the build made it for $what', async ({ url, result }) => {
  expect((await pageAt(url, async () => result)).body).toBe('plain')
})

it.each([
  { what: 'refused', read: () => Promise.reject(new Refusal('tooMany')) },
  { what: 'late, as from a database that is silent', read: () => new Promise(() => undefined) },
])('leaves the page as the build made it where the answer is $what', async ({ read }) => {
  expect(await pageAt('/kline', read)).toMatchObject({ status: 404, body: 'plain' })
})

it('waits as long as it is given', async () => {
  const answer = Promise.withResolvers<typeof guide>()
  const read = () => answer.promise
  expect((await pageAt('/articleDetail?id=guide', read, {}, 5)).body).toBe('plain')
  setTimeout(() => answer.resolve(guide), 60)
  expect((await pageAt('/articleDetail?id=guide', read, {}, 60_000)).body).toContain('<title>A &amp; &lt;b&gt;</title>')
})
