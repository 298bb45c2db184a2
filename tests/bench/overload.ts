import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttpClient } from '../support/httpClient.ts'
import { startChild } from './support/child.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const connections = 32
const closedSeconds = sized(8, 2)
const openSeconds = sized(15, 3)
const warmSeconds = sized(3, 1)

export interface LoadOrder {
  port: number
  /** Whole requests, asked for in turn. */
  requests: readonly string[]
  /** `closed`: each connection asks again when it has its answer. `open`: so many a second, whether or not those before are answered. */
  mode: 'closed' | 'open'
  perSecond: number
  seconds: number
  connections: number
}

export interface Answered {
  status: number
  /** From its bytes at the socket until the server had the answer. */
  madeAfterMs: number
  /** Until the load had read the answer. */
  tookMs: number
}

export interface LoadResult {
  requested: number
  /** Due, but not asked because the load itself was kept from running. */
  leftOut: number
  answers: Answered[]
  seconds: number
  /** How late the load itself is: what it measures is at most so much too long. */
  lagP99Ms: number
  connections: number
}

interface Recorded {
  count: number
  missing: number
  /** Of the time in which it was ready to run. */
  waitedShare: number
}

/**
 * Reads at twice the rate that the server reaches when each connection waits for its answer, from many addresses: how soon it refuses, how
 * soon it answers, and whether the price record has every second. Server, database and load are three processes on the same processors, so
 * the rate is what all of them together reach; times are those at the server's socket, seen from its other end.
 */
export async function overload(): Promise<Row[]> {
  const server = startChild(new URL('./support/proxiedServer.ts', import.meta.url))
  const load = startChild(new URL('./support/overloadLoad.ts', import.meta.url))
  try {
    await load.receive()
    const { origin } = await server.receive<{ origin: string }>()
    const requests = requestsOf(await tokensOf(origin))
    const run = (order: Partial<LoadOrder>): Promise<LoadResult> =>
      load.ask({ port: Number(new URL(origin).port), requests, mode: 'closed', perSecond: 0, connections, seconds: 1, ...order })
    await run({ seconds: warmSeconds })
    const closed = await run({ seconds: closedSeconds })
    const perSecond = closed.answers.filter(({ status }) => status === 200).length / closed.seconds
    await pause(2_000)
    await server.ask('begin')
    const { requested, leftOut, answers, seconds, lagP99Ms } = await run({
      mode: 'open',
      perSecond: perSecond * 2,
      seconds: openSeconds,
      connections: 200,
    })
    await pause(1_500)
    const recorded = await server.ask<Recorded>('end')
    const admitted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    return [
      {
        name: 'Reads asked',
        figure: requested / seconds,
        unit: 'a second',
        beside: { what: 'twice the closed loop', figure: perSecond * 2 },
      },
      {
        name: 'Reads answered',
        figure: admitted.length / seconds,
        unit: 'a second',
        beside: { what: 'the closed loop', figure: perSecond },
      },
      ...times('Answered', admitted, 500),
      ...(refused.length > 0 ? times('Refused', refused, 50) : []),
      { name: 'Refused', figure: refused.length, unit: '', canBeZero: true, beside: { what: 'asked', figure: requested } },
      {
        name: 'Without an answer',
        figure: requested - admitted.length - refused.length,
        unit: '',
        canBeZero: true,
        beside: { what: 'asked', figure: requested },
      },
      { name: 'Not asked, the load was late', figure: leftOut, unit: '', canBeZero: true, beside: { what: 'asked', figure: requested } },
      { name: 'Lateness of the load itself, p99', figure: lagP99Ms, unit: 'ms', canBeZero: true },
      {
        name: 'The server waited for a processor',
        figure: recorded.waitedShare * 100,
        unit: '% of the time',
        canBeZero: true,
      },
      { name: 'Seconds recorded meanwhile', figure: recorded.count, unit: '', beside: { what: 'missing', figure: recorded.missing } },
    ]
  } finally {
    await Promise.all([server.end(), load.end()])
  }
}

/** At the server's socket, and beside it until the load had read the answer, its own lateness included. */
function times(what: string, answers: readonly Answered[], allowedMs: number): Row[] {
  // An answer tells its time in whole milliseconds: it was made less than one later.
  const made = answers.map(({ madeAfterMs }) => madeAfterMs + 1)
  const seen = answers.map(({ tookMs }) => tookMs)
  return [
    ...[0.5, 0.99].map((share) => ({
      name: `${what}, p${share * 100}`,
      figure: quantile(made, share),
      unit: 'ms',
      beside: { what: 'seen by the load', figure: quantile(seen, share) },
    })),
    { name: `${what}, p99`, figure: quantile(made, 0.99), unit: 'ms', beside: { what: 'allowed', figure: allowedMs } },
  ]
}

async function tokensOf(origin: string): Promise<string[]> {
  const tokens: string[] = []
  const { write } = createHttpClient(() => origin)
  for (let n = 0; n < 8; n++) {
    const { result } = await write(
      '/api/app/guestLogin',
      { deviceId: randomUUID().replaceAll('-', '') },
      { 'x-forwarded-for': addressOf(n) },
    )
    tokens.push((result as { token: string }).token)
  }
  return tokens
}

/** A thousand addresses. */
const addressOf = (n: number): string => `10.0.${(n >> 8) & 3}.${n & 255}`

/** Half of them ask for the price, half for what somebody has, which asks the database. */
const requestsOf = (tokens: readonly string[]): string[] =>
  Array.from({ length: 1_024 }, (_, n) => {
    const path = n % 2 === 0 ? '/api/trade/appSymbol/price?symbol=BTCUSDT' : '/api/user/appUser/getMyUserInfo'
    const token = n % 2 === 1 ? `X-Access-Token: ${tokens[n % tokens.length]}\r\n` : ''
    return `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${addressOf(n)}\r\n${token}\r\n`
  })
