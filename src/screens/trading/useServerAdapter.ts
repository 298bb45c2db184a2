import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type ContractOrderPreviewReply, trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { createOrderKindGuard, requireOrderKind } from '#contract/orders/kind.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { contractProductOfCategory } from '#rules/contractOffers.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import type { ContractTradingAdapter, ContractOrderPreview } from './tradingAdapter.ts'

const openStatuses = [positionStatus.pending, positionStatus.running, positionStatus.settling].join()

/** The competition whose book is traded in. */
export interface TradingCompetition {
  id: string
  name: string
  symbols: readonly string[]
  maxLever: number
  /** Why nothing new can be opened there, in words. */
  stop: string | undefined
}

/** Which positions are asked for: those of a book, or of one's entry in a competition. */
export const contractPositionsParams = (accountType: 1 | 2, contest: Pick<TradingCompetition, 'id'> | undefined) =>
  contest
    ? { accountType: accountTypes.competition, compId: contest.id, posType: posType.contract }
    : { accountType, posType: posType.contract }

/** All that is open or waits, in one read. */
export const openContractPositionsAndOrdersQuery = (accountType: 1 | 2, contest?: TradingCompetition) =>
  apiReadQuery(trading.positions, { ...contractPositionsParams(accountType, contest), status: openStatuses, pageSize: 100 })

/** The signed-in person's book on the server, or that of a competition; `category` is that of the market looked at. */
export function useServerContractTradingAdapter(category: string | undefined, contest?: TradingCompetition): ContractTradingAdapter {
  const { t } = useLingui()
  const user = useUser()
  const connection = useStreamConnectionState()
  const selectedAccountType = useAccountType()
  const adapterAccountType = contest ? accountTypes.competition : selectedAccountType
  const personalRestriction = useTradeRestrictionText(contractProductOfCategory(category), false, adapterAccountType)
  const openReason = personalRestriction ?? contest?.stop
  const { id: compId, name: contestName = '', maxLever } = contest ?? {}
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType: adapterAccountType, ...(compId !== undefined && { compId }) }))
  const running = useQuery(openContractPositionsAndOrdersQuery(selectedAccountType, contest))
  const contracts = useMemo(() => running.data?.records.filter(createOrderKindGuard(2)), [running.data])
  const preview = useApiWrite(trading.preview, { errors: 'inline' }).mutateAsync
  const open = useApiWrite(trading.openPosition, { errors: 'inline' }).mutateAsync
  const close = useApiWrite(trading.closePosition, { errors: 'inline' }).mutateAsync
  const closePart = useApiWrite(trading.closePart, { errors: 'inline' }).mutateAsync
  const setStops = useApiWrite(trading.setStops, { errors: 'inline' }).mutateAsync
  const addMargin = useApiWrite(trading.addMargin, { errors: 'inline' }).mutateAsync
  const cancelLimit = useApiWrite(trading.cancelLimit, { errors: 'inline' }).mutateAsync
  const available = balances.data && (balances.data.find(({ currency }) => currency === 'USDT')?.available ?? asDecimal('0'))
  const closedReason = connection === 'offline' ? t`Needs a connection` : undefined

  return useMemo(
    () => ({
      book: adapterAccountType,
      ...(compId !== undefined && { contest: { id: compId, name: contestName } }),
      available,
      running: contracts?.filter(({ status }) => status !== positionStatus.pending),
      pending: contracts?.filter(({ status }) => status === positionStatus.pending),
      leverageFor: { profile: user?.regionProfile ?? '', accountAgeMs: user ? serverNow() - user.createTime : 0 },
      ...(maxLever !== undefined && { maxLever }),
      // In a competition all pay the same.
      ...(user?.feeDiscount && adapterAccountType !== accountTypes.competition && { feeDiscount: user.feeDiscount }),
      closedReason,
      openReason,
      preview: async (order) =>
        toContractOrderPreview(requireOrderKind(2, await preview({ body: { action: 'position', payload: order } }))),
      open: async (order, shown, requestId) =>
        requireOrderKind(2, await open({ body: { ...order, confirmToken: shown.confirmToken }, requestId })),
      close: async ({ id }, requestId, quantity) =>
        quantity ? closePart({ body: { id, quantity }, requestId }) : requireOrderKind(2, await close({ body: { id }, requestId })),
      setStops: ({ id }, stops, requestId) => setStops({ body: { id, ...stops }, requestId }),
      addMargin: ({ id }, money, requestId) => addMargin({ body: { id, money }, requestId }),
      cancel: async ({ id }, requestId) => requireOrderKind(2, await cancelLimit({ body: { id }, requestId })),
    }),
    [
      adapterAccountType,
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

function toContractOrderPreview(preview: ContractOrderPreviewReply): ContractOrderPreview {
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
