import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttpClient } from '../support/httpClient.ts'
import { startChild } from './support/child.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const people = sized(40, 4)
const perSecond = sized(200, 20)
const loadSeconds = sized(10, 2)
const settleMs = sized(3_000, 500)
const readEveryMs = 20

/** Whether a flood of sign-ins, each with its slow password hash, keeps prices waiting: reads beside the same server idle. */
export async function signIns(): Promise<Row[]> {
  const child = startChild(new URL('./support/proxiedServer.ts', import.meta.url))
  try {
    const { origin } = await child.receive<{ origin: string }>()
    const { write } = createHttpClient(() => origin)
    const known: { account: string; password: string }[] = []
    for (let n = 0; n < people; n++) {
      const { result } = await write('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
      const { userInfo, initialPassword } = result as { userInfo: { uid: string }; initialPassword: string }
      known.push({ account: userInfo.uid, password: initialPassword })
    }
    await pause(settleMs)
    const idle = await readingFor(origin, loadSeconds)
    const answers = { signedIn: 0, busy: 0, failed: 0 }
    const flood = flooding(async (n) => {
      const worker = known[n % people]
      try {
        const { code } = await write(
          '/api/app/login',
          { ...worker, deviceId: randomUUID().replaceAll('-', '') },
          { 'x-forwarded-for': addressOf(n) },
        )
        answers[code === 200 ? 'signedIn' : 'busy']++
      } catch {
        answers.failed++
      }
    })
    const busy = await readingFor(origin, loadSeconds)
    await flood
    return [
      {
        name: `Price read while ${perSecond} sign-ins a second are asked for, p99`,
        figure: quantile(busy, 0.99),
        unit: 'ms',
        beside: { what: 'idle server', figure: quantile(idle, 0.99) },
      },
      { name: 'The same, median', figure: quantile(busy, 0.5), unit: 'ms', beside: { what: 'idle server', figure: quantile(idle, 0.5) } },
      {
        name: 'Sign-ins that went through',
        figure: answers.signedIn,
        unit: `of ${perSecond * loadSeconds}`,
        beside: { what: 'told to come back later', figure: answers.busy },
      },
      { name: 'Sign-ins without an answer in ten seconds', figure: answers.failed, unit: '', canBeZero: true },
    ]
  } finally {
    await child.end()
  }
}

/** Every try from an address of its own, as a flood is. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** How long each price read took, in milliseconds, asked one after the other at a steady pace. */
async function readingFor(origin: string, seconds: number): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const began = performance.now()
    await (await fetch(`${origin}/api/trade/appSymbol/price?symbol=BTCUSDT`)).arrayBuffer()
    took.push(performance.now() - began)
    await pause(Math.max(0, readEveryMs - (performance.now() - began)))
  }
  return took
}

/** Begins one at its time whether or not the ones before are done, as people do. */
async function flooding(ask: (n: number) => Promise<void>): Promise<void> {
  const all: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < perSecond * loadSeconds; n++) {
    const dueMs = (n / perSecond) * 1_000 - (performance.now() - began)
    if (dueMs > 1) await pause(dueMs)
    all.push(ask(n))
  }
  await Promise.all(all)
}
