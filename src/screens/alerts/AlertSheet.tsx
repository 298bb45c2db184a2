import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { useConnection } from '#api/socket.ts'
import { type AlertOp, alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { compare, floorToStep, isMultipleOf, isPositive, multiply, scaleOf } from '#rules/decimal.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import styles from './Alerts.module.css'
import { useAlertWords } from './useAlertWords.ts'

interface AlertSheetProps {
  symbols: readonly MarketSymbol[]
  /** The one that is changed; undefined makes a new one. */
  alert: PriceAlert | undefined
  symbol: string | undefined
  onClose(): void
}

const shares = ['0.95', '0.99', '1.01', '1.05'] as const

/** Market, price, and how often. Whether it waits for a rise or a fall follows from the price of now. */
export function AlertSheet({ symbols, alert, symbol: wished, onClose }: AlertSheetProps) {
  const { t } = useLingui()
  const words = useAlertWords()
  const first = symbols.find(({ symbol }) => symbol === wished) ?? symbols[0]
  const [symbol, setSymbol] = useState(first?.symbol ?? '')
  const [price, setPrice] = useState<string>(alert?.price ?? '')
  const [once, setOnce] = useState(alert?.once ?? true)
  // One id for one wish: an answer that was lost is asked for again, a changed wish is a new one.
  const [ids] = useState(() => new Map<string, string>())
  const save = useWrite(alerts.save, { errors: 'inline' })
  const isOffline = useConnection() === 'offline'
  const listed = symbols.find((one) => one.symbol === symbol)
  const now = usePrice(symbol)?.price ?? listed?.currentPrice ?? undefined
  if (!listed) return null

  const places = listed.priceScale
  const isOnStep = price === '' || isMultipleOf(price, listed.tick)
  const isAsked = price !== '' && isPositive(price) && isOnStep
  const op: AlertOp | undefined = !isAsked || now === undefined ? undefined : compare(price, now) > 0 ? '>=' : '<='
  const pair = `${listed.base}/${listed.quote}`
  const steps = now && shares.map((share) => ({ label: labels[share], value: floorToStep(multiply(now, share), listed.tick) }))
  const confirm = () => {
    if (!op) return
    const wish = JSON.stringify([symbol, price, once])
    const kept = ids.get(wish)?.split(' ')
    // Asked again it is the very same wish, whichever way the price went meanwhile.
    const [requestId = newRequestId(), side = op] = kept ?? []
    ids.set(wish, `${requestId} ${side}`)
    const body = {
      symbol,
      op: side as AlertOp,
      price,
      once,
      // On a device whose person chose to be told of alerts, and nowhere else.
      channels: ['push' as const, 'inbox' as const],
      ...(alert && { id: alert.id }),
    }
    save.mutate(
      { body, requestId },
      {
        onSuccess: () => {
          toast(alert ? t`Alert changed` : t`Alert set`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={alert ? t`Change alert` : t`New alert`}
      footer={
        <Button
          size="large"
          wide
          busy={save.isPending}
          disabled={!op || isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={confirm}
        >
          {save.error && isUnanswered(save.error) ? <Trans>Ask again</Trans> : alert ? <Trans>Save</Trans> : <Trans>Set alert</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <SelectField
          label={t({ message: 'Market', context: 'one market' })}
          value={symbol}
          onChange={(next) => {
            setSymbol(next)
            setPrice('')
          }}
          options={symbols.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote} · ${one.name}` }))}
        />
        <DecimalField
          label={t`Price`}
          value={price}
          onChange={setPrice}
          scale={scaleOf(listed.tick)}
          unit={listed.quote}
          hint={<NowLine now={now} places={places} unit={listed.quote} />}
          error={isOnStep ? undefined : t`In steps of ${listed.tick}`}
          {...(steps && { steps })}
        />
        <Segments
          label={t`How often`}
          value={once ? 'once' : 'always'}
          onChange={(next) => setOnce(next === 'once')}
          options={[
            { value: 'once', label: t`Once` },
            { value: 'always', label: t`Every time` },
          ]}
        />
        <p className={styles.note} aria-live="polite">
          {op === undefined ? (
            <Trans>You are told in Messages, and on devices with notifications on.</Trans>
          ) : (
            <>
              {words.condition(pair, op, formatAmount(price, places))}.{' '}
              {once ? (
                <Trans>You are told once.</Trans>
              ) : (
                <Trans>You are told each time, after the price went back by 0.1% in between.</Trans>
              )}
            </>
          )}
        </p>
        {save.error && (
          <p className={styles.failure} role="alert">
            {save.error.message} {isUnanswered(save.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
          </p>
        )}
      </div>
    </Sheet>
  )
}

const labels = { '0.95': '\u22125%', '0.99': '\u22121%', '1.01': '+1%', '1.05': '+5%' } as const

function NowLine({ now, places, unit }: { now: string | undefined; places: number; unit: string }) {
  const price = now === undefined ? missing : formatAmount(now, places)
  return (
    <Trans>
      Now: {price} {unit}
    </Trans>
  )
}
