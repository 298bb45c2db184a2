import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBook } from '#api/book.ts'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Preview, trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isOf, kindOf } from '#contract/orders/kind.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import type { Desk, OrderPreview } from './desk.ts'

const alive = [positionStatus.pending, positionStatus.running, positionStatus.settling].join()

/** The competition whose book is traded in. */
export interface Contest {
  id: string
  name: string
  symbols: readonly string[]
  maxLever: number
  /** Why nothing new can be opened there, in words. */
  stop: string | undefined
}

/** Which positions are asked for: those of a book, or of one's entry in a competition. */
export const positionsOf = (accountType: 1 | 2, contest: Pick<Contest, 'id'> | undefined) =>
  contest ? { accountType: book.contest, compId: contest.id, posType: posType.contract } : { accountType, posType: posType.contract }

/** All that is open or waits, in one read. */
export const runningQuery = (accountType: 1 | 2, contest?: Contest) =>
  query(trading.positions, { ...positionsOf(accountType, contest), status: alive, pageSize: 100 })

/** The signed-in person's book on the server, or that of a competition; `category` is that of the market looked at. */
export function useServerDesk(category: string | undefined, contest?: Contest): Desk {
  const { t } = useLingui()
  const user = useUser()
  const connection = useConnection()
  const chosen = useBook()
  const inBook = contest ? book.contest : chosen
  const ownReason = useTradeStop(category === 'crypto' ? 'cryptoContract' : 'contract', false, inBook)
  const openReason = ownReason ?? contest?.stop
  const { id: compId, name: contestName = '', maxLever } = contest ?? {}
  const balances = useQuery(query(wallet.balances, { accountType: inBook, ...(compId !== undefined && { compId }) }))
  const running = useQuery(runningQuery(chosen, contest))
  const contracts = useMemo(() => running.data?.records.filter(isOf(2)), [running.data])
  const preview = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  const open = useWrite(trading.openPosition, { errors: 'inline' }).mutateAsync
  const close = useWrite(trading.closePosition, { errors: 'inline' }).mutateAsync
  const closePart = useWrite(trading.closePart, { errors: 'inline' }).mutateAsync
  const setStops = useWrite(trading.setStops, { errors: 'inline' }).mutateAsync
  const addMargin = useWrite(trading.addMargin, { errors: 'inline' }).mutateAsync
  const cancelLimit = useWrite(trading.cancelLimit, { errors: 'inline' }).mutateAsync
  const available = balances.data && (balances.data.find(({ currency }) => currency === 'USDT')?.available ?? asDecimal('0'))
  const closedReason = connection === 'offline' ? t`Needs a connection` : undefined

  return useMemo(
    () => ({
      book: inBook,
      ...(compId !== undefined && { contest: { id: compId, name: contestName } }),
      available,
      running: contracts?.filter(({ status }) => status !== positionStatus.pending),
      pending: contracts?.filter(({ status }) => status === positionStatus.pending),
      leverageFor: { profile: user?.regionProfile ?? '', accountAgeMs: user ? Date.now() - user.createTime : 0 },
      ...(maxLever !== undefined && { maxLever }),
      // In a competition all pay the same.
      ...(user?.feeDiscount && inBook !== book.contest && { feeDiscount: user.feeDiscount }),
      closedReason,
      openReason,
      preview: async (order) => adopt(kindOf(2, await preview({ body: { action: 'position', payload: order } }))),
      open: async (order, shown, requestId) => kindOf(2, await open({ body: { ...order, confirmToken: shown.confirmToken }, requestId })),
      close: async ({ id }, requestId, quantity) =>
        quantity ? closePart({ body: { id, quantity }, requestId }) : kindOf(2, await close({ body: { id }, requestId })),
      setStops: ({ id }, stops, requestId) => setStops({ body: { id, ...stops }, requestId }),
      addMargin: ({ id }, money, requestId) => addMargin({ body: { id, money }, requestId }),
      cancel: async ({ id }, requestId) => kindOf(2, await cancelLimit({ body: { id }, requestId })),
    }),
    [
      inBook,
      compId,
      contestName,
      maxLever,
      available,
      contracts,
      user,
      closedReason,
      openReason,
      preview,
      open,
      close,
      closePart,
      setStops,
      addMargin,
      cancelLimit,
    ],
  )
}

function adopt(preview: Preview): OrderPreview {
  const found = (key: string) => preview.lines.find((one) => one.key === key)?.value
  const line = (key: string): Decimal => found(key) ?? asDecimal('0')
  const perDayKind = (['funding', 'overnight'] as const).find(found)
  return {
    price: preview.price,
    quantity: preview.quantity,
    notional: line('notional'),
    margin: line('margin'),
    openFee: line('openFee'),
    estCloseFee: line('estCloseFee'),
    liqPrice: preview.liqPrice,
    worstLoss: preview.worstLoss.amount,
    perDay: perDayKind && found(perDayKind),
    perDayKind,
    warnings: preview.warnings.map(({ key }) => key),
    confirmToken: preview.confirmToken,
    expireAtMs: preview.expireAt,
  }
}
