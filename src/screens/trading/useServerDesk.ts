import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Preview, trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import type { Desk, OrderPreview } from './desk.ts'

const demo = 2
const alive = [positionStatus.running, positionStatus.settling].join()

export const runningQuery = () => query(trading.positions, { accountType: demo, status: alive, pageSize: 100 })

/** The signed-in person's demo book on the server. */
export function useServerDesk(): Desk {
  const { t } = useLingui()
  const user = useUser()
  const connection = useConnection()
  const balances = useQuery(query(wallet.balances, { accountType: demo }))
  const running = useQuery(runningQuery())
  const preview = useWrite(trading.preview, { errors: 'inline' }).mutateAsync
  const open = useWrite(trading.openPosition, { errors: 'inline' }).mutateAsync
  const close = useWrite(trading.closePosition, { errors: 'inline' }).mutateAsync
  const available = balances.data && (balances.data.find(({ currency }) => currency === 'USDT')?.available ?? asDecimal('0'))
  const closedReason =
    connection === 'offline' ? t`Needs a connection` : user?.features.contract === 'off' ? t`Not offered in your country` : undefined

  return useMemo(
    () => ({
      available,
      running: running.data?.records,
      leverageFor: { profile: user?.regionProfile ?? '', accountAgeMs: user ? Date.now() - user.createTime : 0 },
      closedReason,
      preview: async (order) => adopt(await preview({ body: { action: 'position', payload: order } })),
      open: (order, shown, requestId) => open({ body: { ...order, confirmToken: shown.confirmToken }, requestId }),
      close: (position, requestId) => close({ body: { id: position.id }, requestId }),
    }),
    [available, running.data, user, closedReason, preview, open, close],
  )
}

function adopt(preview: Preview): OrderPreview {
  const line = (key: string): Decimal => preview.lines.find((one) => one.key === key)?.value ?? asDecimal('0')
  return {
    price: preview.price,
    quantity: preview.quantity,
    notional: line('notional'),
    margin: line('margin'),
    openFee: line('openFee'),
    estCloseFee: line('estCloseFee'),
    liqPrice: preview.liqPrice,
    worstLoss: preview.worstLoss.amount,
    warnings: preview.warnings.map(({ key }) => key),
    confirmToken: preview.confirmToken,
    expireAtMs: preview.expireAt,
  }
}
