import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { overHttp } from '../support/overHttp.ts'
import { startChild } from './child.ts'
import { sized } from './size.ts'
import { quantile, type Row } from './table.ts'

const connections = 32
const closedSeconds = sized(8, 2)
const openSeconds = sized(15, 3)
const warmSeconds = sized(2, 1)

interface Answered {
  status: number
  tookMs: number
}

/**
 * Reads at twice the rate that the server reaches when each connection waits for its answer, from many addresses: how soon it refuses, how
 * soon it answers, and whether the price record has every second. The load comes from a process on the same processors, so the rate is what
 * both together reach.
 */
export async function overload(): Promise<Row[]> {
  const child = startChild(new URL('./proxiedServer.ts', import.meta.url))
  try {
    const { origin } = await child.heard<{ origin: string }>()
    const tokens: string[] = []
    const { write } = overHttp(() => origin)
    for (let n = 0; n < 8; n++) {
      const { result } = await write(
        '/api/app/guestLogin',
        { deviceId: randomUUID().replaceAll('-', '') },
        { 'x-forwarded-for': addressOf(n) },
      )
      tokens.push((result as { token: string }).token)
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
    const ask = (n: number): Promise<Answered> => answered(agent, origin, n, tokens[n % tokens.length]!)
    await closedLoop(ask, warmSeconds)
    const perSecond = await closedLoop(ask, closedSeconds)
    await pause(2_000)
    const before = await child.ask<number>('recorded')
    const began = performance.now()
    const all = await openLoop(ask, perSecond * 2, openSeconds)
    await pause(1_500)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const recorded = (await child.ask<number>('recorded')) - before
    agent.destroy()
    const admitted = all.filter(({ status }) => status === 200).map(({ tookMs }) => tookMs)
    const refused = all.filter(({ status }) => status === 503).map(({ tookMs }) => tookMs)
    return [
      {
        name: 'Reads answered at twice the rate of a closed loop',
        figure: admitted.length / openSeconds,
        unit: 'a second',
        beside: { what: 'the closed loop', figure: perSecond },
      },
      { name: 'The same, p99', figure: quantile(admitted, 0.99), unit: 'ms', beside: { what: 'allowed', figure: 500 } },
      ...(refused.length > 0
        ? [{ name: 'Refused, p99', figure: quantile(refused, 0.99), unit: 'ms', beside: { what: 'allowed', figure: 50 } }]
        : []),
      { name: 'Refused', figure: refused.length, unit: '', canBeZero: true, beside: { what: 'asked', figure: all.length } },
      {
        name: 'Without an answer',
        figure: all.length - admitted.length - refused.length,
        unit: '',
        canBeZero: true,
        beside: { what: 'asked', figure: all.length },
      },
      { name: 'Seconds recorded meanwhile', figure: recorded, unit: '', beside: { what: 'passed', figure: seconds } },
    ]
  } finally {
    await child.end()
  }
}

/** A thousand addresses. */
const addressOf = (n: number): string => `10.0.${(n >> 8) & 3}.${n & 255}`

/** Half of them ask for the price, half for what somebody has, which asks the database. */
function answered(agent: Agent, origin: string, n: number, token: string): Promise<Answered> {
  const began = performance.now()
  const path = n % 2 === 0 ? '/api/trade/appSymbol/price?symbol=BTCUSDT' : '/api/user/appUser/getMyUserInfo'
  const headers = { 'x-forwarded-for': addressOf(n), ...(n % 2 === 1 && { 'x-access-token': token }) }
  return new Promise((resolve) => {
    const done = (status: number): void => resolve({ status, tookMs: performance.now() - began })
    const asked = request(origin + path, { agent, headers, timeout: 10_000 }, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
      response.on('error', () => done(0))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => done(0))
    asked.end()
  })
}

/** Each connection asks again when it has its answer; answers a second. */
async function closedLoop(ask: (n: number) => Promise<Answered>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let asked = 0
  let ok = 0
  const one = async (): Promise<void> => {
    while (performance.now() < end) if ((await ask(asked++)).status === 200) ok++
  }
  await Promise.all(Array.from({ length: connections }, one))
  return ok / seconds
}

/** Begins each at its time, whether or not those before are answered. */
async function openLoop(ask: (n: number) => Promise<Answered>, perSecond: number, seconds: number): Promise<Answered[]> {
  const all: Promise<Answered>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
    while (all.length < due) all.push(ask(all.length))
    await pause(1)
  }
  return Promise.all(all)
}
