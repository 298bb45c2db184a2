import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useConnection } from '#api/socket.ts'
import type { Ieo, IeoOrder } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { CancelApplication } from './CancelApplication.tsx'
import { costText } from './costText.ts'
import styles from './Ieo.module.css'
import { ApplicationState } from './IeoState.tsx'
import { PayForm } from './PayForm.tsx'
import { UnlockBar } from './UnlockBar.tsx'

/** One's own part: what was asked for and won, the payment, and when the tokens are free. */
export function MyApplication({ ieo, order }: { ieo: Ieo; order: IeoOrder }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const isOffline = useConnection() === 'offline'
  const { status } = order
  const canLeave = status === ieoOrderStatus.applied && ieo.status === ieoStatus.subscribing
  const hasTokens = order.paidNum !== null && status !== ieoOrderStatus.cancelled
  return (
    <Section title={t`My application`}>
      <Card>
        <div className={styles.stack}>
          <div className={styles.chips}>
            <ApplicationState status={status} />
          </div>
          <Facts rows={useRows(order)} />
          {hasTokens && <UnlockBar order={order} />}
          <Explained order={order} isCalledOff={ieo.status === ieoStatus.cancelled} />
          {status === ieoOrderStatus.won && ieo.status === ieoStatus.paying && <PayForm ieo={ieo} order={order} />}
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
          <CopyValue label={t`Order number`} value={order.orderNo} small />
          {order.paidNum !== null && <SettlementLink type="ieo" id={order.id} />}
        </div>
      </Card>
      {isLeaving && <CancelApplication order={order} onClose={() => setLeaving(false)} />}
    </Section>
  )
}

function useRows(order: IeoOrder): Fact[] {
  const { t } = useLingui()
  const { applyNum, winNum, paidNum, winPrice, amount, tokenSymbol, priceCurrency, status, payEnd } = order
  const tokens = (num: string) => `${exactAmount(num)} ${tokenSymbol}`
  const isWaiting = status === ieoOrderStatus.won
  return [
    { key: 'asked', name: t`Applied for`, value: tokens(applyNum) },
    ...(winNum === null ? [] : [{ key: 'won', name: t`Won`, value: tokens(winNum), strong: true }]),
    ...(winPrice === null ? [] : [{ key: 'price', name: t`Winning price`, value: `${costText(winPrice)} ${priceCurrency}` }]),
    ...(amount === null || (paidNum === null && !isWaiting)
      ? []
      : [
          {
            key: 'amount',
            name: paidNum === null ? t`All of it costs` : t({ message: 'Paid', context: 'money for tokens' }),
            value: `${costText(amount)} ${priceCurrency}`,
          },
        ]),
    ...(paidNum === null ? [] : [{ key: 'paid', name: t`Paid for`, value: tokens(paidNum), strong: true }]),
    ...(isWaiting ? [{ key: 'end', name: t`Pay by`, value: formatTime(payEnd), strong: true }] : []),
    { key: 'at', name: t({ message: 'Applied', context: 'when' }), value: formatTime(order.createTime) },
  ]
}

/** What an ended application means, in a sentence. */
function Explained({ order: { status }, isCalledOff }: { order: IeoOrder; isCalledOff: boolean }) {
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
