import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import type { Reply } from '#contract/call.ts'
import { type Position, trading } from '#contract/calls/trading.ts'
import { positionStatus, posType } from '#contract/states.ts'
import type { ChartLevel, TradeMark } from '#widgets/chartTrades.ts'
import { useTradeLevels } from '#widgets/useTradeLevels.ts'

export interface ChartTrades {
  /** This person's open contracts in this market. */
  open: readonly Position[]
  levels: readonly ChartLevel[]
  marks: readonly TradeMark[]
}

const pageSize = 100
type Order = Reply<typeof trading.positions>['records'][number]

const alive = [positionStatus.running, positionStatus.settling].join()
const nothing: readonly never[] = []

/** What the signed-in person holds and did in this market, in the book they trade in; nothing for anyone else. */
export function useChartTrades(symbol: string): ChartTrades {
  const enabled = useHasToken()
  const asked = { accountType: useBook(), posType: posType.contract, symbol, pageSize }
  const open = useQuery({ ...query(trading.positions, { ...asked, status: alive }), enabled })
  const closed = useQuery({ ...query(trading.positions, { ...asked, status: String(positionStatus.closed) }), enabled })
  const running = (enabled && contractsIn(open.data?.records)) || nothing
  const past = (enabled && contractsIn(closed.data?.records)) || nothing
  const levels = useTradeLevels(running, symbol)
  const text = JSON.stringify(marksOf(running, past))
  const marks = useMemo(() => JSON.parse(text) as TradeMark[], [text])
  return { open: running, levels, marks }
}

const contractsIn = (orders: readonly Order[] | undefined): Position[] | undefined =>
  orders?.filter((one): one is Position => one.posType === posType.contract)

/** A part that was closed was opened with the whole: it has one mark of its own. */
const marksOf = (running: readonly Position[], past: readonly Position[]): TradeMark[] => [
  ...[...running, ...past].flatMap((one): TradeMark[] =>
    one.partOf === undefined ? [{ kind: 'open', direction: one.direction, price: one.openPrice, atMs: one.openSec * 1000 }] : [],
  ),
  ...past.flatMap((one): TradeMark[] =>
    one.closePrice !== undefined && one.closeSec !== undefined
      ? [{ kind: 'close', direction: one.direction, price: one.closePrice, atMs: one.closeSec * 1000 }]
      : [],
  ),
]
