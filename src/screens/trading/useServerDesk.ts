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
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isOf, kindOf } from '#contract/orders/kind.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import type { Desk, OrderPreview } from './desk.ts'

const alive = [positionStatus.pending, positionStatus.running, positionStatus.settling].join()

/** All that is open or waits, in one read. */
export const runningQuery = (accountType: 1 | 2) =>
  query(trading.positions, { accountType, posType: posType.contract, status: alive, pageSize: 100 })

/** The signed-in person's book on the server; `category` is that of the market looked at. */
export function useServerDesk(category: string | undefined): Desk {
  const { t } = useLingui()
  const user = useUser()
  const connection = useConnection()
  const accountType = useBook()
  const openReason = useTradeStop(category === 'crypto' ? 'cryptoContract' : 'contract')
  const balances = useQuery(query(wallet.balances, { accountType }))
  const running = useQuery(runningQuery(accountType))
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
      available,
      running: contracts?.filter(({ status }) => status !== positionStatus.pending),
      pending: contracts?.filter(({ status }) => status === positionStatus.pending),
      leverageFor: { profile: user?.regionProfile ?? '', accountAgeMs: user ? Date.now() - user.createTime : 0 },
      ...(user?.feeDiscount && { feeDiscount: user.feeDiscount }),
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
    [available, contracts, user, closedReason, openReason, preview, open, close, closePart, setStops, addMargin, cancelLimit],
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
