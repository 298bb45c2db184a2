import { priceStreamPath } from '#contract/priceStream.ts'
import { afterEach, expect, it } from 'vitest'
import { startTestServer } from '../tests/support/startServer.ts'
import { createManualClock } from './core/clock.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

it('is ready with a fresh database, answers, and stops', async () => {
  const { origin, stop } = await startTestServer()
  const health = async () => (await fetch(`${origin}/healthz`)).json()
  await expect.poll(health).toEqual({
    ready: true,
    database: 'up',
    migrations: 'current',
    feed: 'fresh',
    aheadSec: null,
    lateJobs: [],
    // The first check may have ended by now, or not.
    ledger: expect.objectContaining({ broken: [], haltedMs: null }),
  })
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  const time = await fetch(`${origin}/api/public/getServerTime`)
  expect(await time.json()).toMatchObject({ code: 200, success: true })
  await stop()
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
})

it('sends prices to an open stream, and stopping does not wait for its readers', async () => {
  const { origin, stop } = await startTestServer()
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${priceStreamPath}`)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'sub', ch: ['tick:*'] })))
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  const message = await new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => String(data).includes('BTCUSDT') && resolve(String(data))),
  )
  expect(message).toContain('"c":"tick')
  await stop()
  await closed
})

it('lets a test move the market by hand', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 20, 8))
  const { market, origin, stop } = await startTestServer({ clock })
  ending.push(stop)
  const seconds: number[] = []
  market.onRecord(({ sec }) => void seconds.push(sec))
  const first = market.quote('BTCUSDT')
  expect(first).toMatchObject({ sec: Math.floor(clock.now() / 1000), stale: false })
  clock.advance(3_000)
  await market.step()
  expect(seconds).toEqual([1, 2, 3].map((n) => first!.sec + n))
  clock.advance(60_000)
  expect(market.quote('BTCUSDT')?.stale).toBe(true)
  const health = async () => {
    const { status, ...reply } = await fetch(`${origin}/healthz`).then(async (response) => ({
      status: response.status,
      ...((await response.json()) as object),
    }))
    return [status, reply]
  }
  expect(await health()).toMatchObject([503, { ready: false, feed: 'stale', aheadSec: null }])
  clock.advance(1_000)
  await market.step()
  expect(await health()).toMatchObject([200, { ready: true, feed: 'fresh' }])
})

it('shows what every borrower asks for from its first answer on', async () => {
  const { origin, stop } = await startTestServer({ clock: createManualClock(Date.UTC(2026, 10, 20, 8)) })
  ending.push(stop)
  const reply = (await (await fetch(`${origin}/api/prod/appProductInfo/list?type=5`)).json()) as {
    result: { records: { debt?: { projectStatus: number } }[] }
  }
  expect(reply.result.records.map(({ debt }) => debt?.projectStatus)).toEqual([1, 1, 1])
})
