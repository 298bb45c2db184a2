import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from './support/child.ts'
import type { Received } from './support/streamReaders.ts'
import type { Usage } from './support/streamServer.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const readers = sized(1_000, 40)
const readerProcesses = sized(2, 1)
const ticksPerSecond = 4
const settleMs = sized(3_000, 1_000)
const idleMs = sized(5_000, 1_000)
const loadMs = sized(15_000, 3_000)

/** A thousand screens of twelve markets, four ticks a second: readers and server apart, the figures of the server alone. */
export async function stream(): Promise<Row[]> {
  const server = startChild(new URL('./support/streamServer.ts', import.meta.url))
  const ending = [server]
  try {
    const { origin } = await server.receive<{ origin: string }>()
    await pause(settleMs)
    const idle = await used(() => pause(idleMs), server)
    const groups = Array.from({ length: readerProcesses }, (_, n) => {
      const share = readers / readerProcesses
      return startChild(new URL('./support/streamReaders.ts', import.meta.url), [origin, `${n * share}`, `${share}`])
    })
    ending.push(...groups)
    await Promise.all(groups.map((group) => group.receive()))
    await pause(settleMs)
    for (const group of groups) group.send('begin')
    const load = await used(() => pause(loadMs), server)
    const all = await Promise.all(groups.map((group) => group.ask<Received>('end')))
    return table(all, idle, load)
  } finally {
    for (const child of ending.toReversed()) await child.end()
  }
}

interface Used {
  /** Of one core. */
  cpuPercent: number
  rssBytes: number
}

async function used(work: () => Promise<unknown>, server: ReturnType<typeof startChild>): Promise<Used> {
  const before = await server.ask<Usage>('usage')
  const startedAt = performance.now()
  await work()
  const after = await server.ask<Usage>('usage')
  const tookMs = performance.now() - startedAt
  return { cpuPercent: ((after.cpuMs - before.cpuMs) / tookMs) * 100, rssBytes: after.rssBytes }
}

function table(all: readonly Received[], idle: Used, load: Used): Row[] {
  const sum = (pick: (received: Received) => number): number => all.reduce((total, worker) => total + pick(worker), 0)
  const perSecond = (pick: (received: Received) => number): number => sum((worker) => pick(worker) / worker.seconds)
  const latencies = all.flatMap((received) => received.latencies)
  const MB = 1e6
  return [
    {
      name: `Messages delivered to ${readers} readers`,
      figure: perSecond((worker) => worker.frames),
      unit: '/s',
      beside: { what: 'made', figure: readers * ticksPerSecond },
    },
    { name: 'Prices in them', figure: perSecond((worker) => worker.ticks), unit: '/s' },
    { name: 'Bytes in them', figure: perSecond((worker) => worker.bytes) / MB, unit: 'MB/s' },
    {
      name: 'Price made to price heard, p50',
      figure: quantile(latencies, 0.5),
      unit: 'ms',
      beside: { what: 'a tick', figure: 1_000 / ticksPerSecond },
    },
    {
      name: 'Price made to price heard, p99',
      figure: quantile(latencies, 0.99),
      unit: 'ms',
      beside: { what: 'a tick', figure: 1_000 / ticksPerSecond },
    },
    { name: 'Readers lost', figure: sum((worker) => worker.closed), unit: '', canBeZero: true },
    { name: 'Server, of one core', figure: load.cpuPercent, unit: '%', beside: { what: 'without readers', figure: idle.cpuPercent } },
    { name: 'Server, resident', figure: load.rssBytes / MB, unit: 'MB', beside: { what: 'without readers', figure: idle.rssBytes / MB } },
  ]
}
