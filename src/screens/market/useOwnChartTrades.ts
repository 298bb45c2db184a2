import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import type { CallReply } from '#contract/call.ts'
import { type Position, trading } from '#contract/calls/trading.ts'
import { positionStatus, posType } from '#contract/states.ts'
import type { PositionPriceLine, ChartTradeMark } from '#widgets/market/chartTrades.ts'
import { usePositionPriceLines } from '#widgets/market/useTradeLevels.ts'

export interface OwnChartTrades {
  /** This person's open contracts in this market. */
  open: readonly Position[]
  levels: readonly PositionPriceLine[]
  marks: readonly ChartTradeMark[]
}

const pageSize = 100

const runningStatuses = [positionStatus.running, positionStatus.settling].join()
const openedStatuses = [positionStatus.running, positionStatus.settling, positionStatus.closed].join()
const noPositions: readonly never[] = []

/** What the signed-in person holds and did in this market, in the book they trade in; nothing for anyone else. */
export function useOwnChartTrades(symbol: string): OwnChartTrades {
  const enabled = useHasToken()
  const positionsParams = { accountType: useAccountType(), posType: posType.contract, symbol, pageSize }
  const { data: newest } = useQuery({ ...apiReadQuery(trading.positions, { ...positionsParams, status: openedStatuses }), enabled })
  // Where many were closed since, an open one may not be among the newest.
  const isTruncated = enabled && newest !== undefined && newest.total > pageSize
  const { data: open = newest } = useQuery({
    ...apiReadQuery(trading.positions, { ...positionsParams, status: runningStatuses }),
    enabled: isTruncated,
  })
  const running = contractsIn(enabled, open, ({ status }) => status !== positionStatus.closed)
  const closedPositions = contractsIn(enabled, newest, ({ status }) => status === positionStatus.closed)
  const levels = usePositionPriceLines(running, symbol)
  const text = JSON.stringify(marksOf(running, closedPositions))
  const marks = useMemo(() => JSON.parse(text) as ChartTradeMark[], [text])
  return { open: running, levels, marks }
}

const contractsIn = (isShown: boolean, page: CallReply<typeof trading.positions> | undefined, isOf: (one: Position) => boolean) =>
  (isShown && page?.records.filter((one): one is Position => one.posType === posType.contract && isOf(one))) || noPositions

/** A part that was closed was opened with the whole: it has one mark of its own. */
const marksOf = (running: readonly Position[], closedPositions: readonly Position[]): ChartTradeMark[] => [
  ...[...running, ...closedPositions].flatMap((one): ChartTradeMark[] =>
    one.partOf === undefined ? [{ kind: 'open', direction: one.direction, price: one.openPrice, atMs: one.openSec * 1000 }] : [],
  ),
  ...closedPositions.flatMap((one): ChartTradeMark[] =>
    one.closePrice !== undefined && one.closeSec !== undefined
      ? [{ kind: 'close', direction: one.direction, price: one.closePrice, atMs: one.closeSec * 1000 }]
      : [],
  ),
]
