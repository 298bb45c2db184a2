import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { IeoProject, IeoOrder } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { CancelIeoApplicationSheet } from './CancelIeoApplicationSheet.tsx'
import { formatIeoCost } from './costText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './Ieo.module.css'
import { IeoApplicationStateChip } from './IeoStateChip.tsx'
import { IeoPayForm } from './IeoPayForm.tsx'
import { IeoUnlockBar } from './IeoUnlockBar.tsx'

/** One's own part: what was asked for and won, the payment, and when the tokens are free. */
export function MyIeoApplicationSection({ ieo, order }: { ieo: IeoProject; order: IeoOrder }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const isOffline = useStreamConnectionState() === 'offline'
  const { status } = order
  const canLeave = status === ieoOrderStatus.applied && ieo.status === ieoStatus.subscribing
  const hasTokens = order.paidNum !== null && status !== ieoOrderStatus.cancelled
  return (
    <Section title={t`My application`}>
      <Card>
        <Grid gap={3}>
          <Row wrap gap={1}>
            <IeoApplicationStateChip status={status} />
          </Row>
          <DescriptionList rows={useRows(order)} />
          {hasTokens && <IeoUnlockBar order={order} />}
          <ApplicationStatusText order={order} isCalledOff={ieo.status === ieoStatus.cancelled} />
          {status === ieoOrderStatus.won && ieo.status === ieoStatus.paying && <IeoPayForm ieo={ieo} order={order} />}
          {canLeave && (
            <Button
              kind="secondary"
              wide
              disabled={isOffline}
              reason={isOffline ? t`Needs a connection` : undefined}
              onClick={() => setLeaving(true)}
            >
              <Trans>Take the application back</Trans>
            </Button>
          )}
          <CopyableValue label={t`Order number`} value={order.orderNo} small />
          {order.paidNum !== null && <SettlementLink type="ieo" id={order.id} />}
        </Grid>
      </Card>
      {isLeaving && <CancelIeoApplicationSheet order={order} onClose={() => setLeaving(false)} />}
    </Section>
  )
}

function useRows(order: IeoOrder): DescriptionItem[] {
  const { t } = useLingui()
  const { applyNum, winNum, paidNum, winPrice, amount, tokenSymbol, priceCurrency, status, payEnd } = order
  const tokens = (num: string) => `${formatExactAmount(num)} ${tokenSymbol}`
  const isWaiting = status === ieoOrderStatus.won
  return [
    { key: 'asked', name: t`Applied for`, value: tokens(applyNum) },
    ...(winNum === null ? [] : [{ key: 'won', name: t`Won`, value: tokens(winNum), strong: true }]),
    ...(winPrice === null ? [] : [{ key: 'price', name: t`Winning price`, value: `${formatIeoCost(winPrice)} ${priceCurrency}` }]),
    ...(amount === null || (paidNum === null && !isWaiting)
      ? []
      : [
          {
            key: 'amount',
            name: paidNum === null ? t`All of it costs` : t({ message: 'Paid', context: 'money for tokens' }),
            value: `${formatIeoCost(amount)} ${priceCurrency}`,
          },
        ]),
    ...(paidNum === null ? [] : [{ key: 'paid', name: t`Paid for`, value: tokens(paidNum), strong: true }]),
    ...(isWaiting ? [{ key: 'end', name: t`Pay by`, value: formatDateTime(payEnd), strong: true }] : []),
    { key: 'at', name: t({ message: 'Applied', context: 'when' }), value: formatDateTime(order.createTime) },
  ]
}

/** What an ended application means, in a sentence. */
function ApplicationStatusText({ order: { status }, isCalledOff }: { order: IeoOrder; isCalledOff: boolean }) {
  const words = isCalledOff ? (
    <Trans>The subscription was called off. Whatever was paid is back in your balance.</Trans>
  ) : status === ieoOrderStatus.notWon ? (
    <Trans>The draw left nothing for this application. Nothing was charged; the proof is below.</Trans>
  ) : status === ieoOrderStatus.lapsed ? (
    <Trans>It was not paid for in time and lapsed. Nothing was charged.</Trans>
  ) : status === ieoOrderStatus.applied ? (
    <Trans>Nothing was charged. After the draw you are told what you won, and decide then.</Trans>
  ) : null
  return words && <p className={styles.quiet}>{words}</p>
}
