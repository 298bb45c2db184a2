import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type PriceAlertOperator, alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { compareDecimals, floorToStep, isMultipleOf, isPositive, multiply, decimalPlacesOfStep } from '#rules/decimal.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Alerts.module.css'
import { usePriceAlertTexts } from './useAlertWords.ts'

interface PriceAlertSheetProps {
  symbols: readonly MarketWithPrice[]
  /** The one that is changed; undefined makes a new one. */
  alert: PriceAlert | undefined
  symbol: string | undefined
  onClose(): void
}

const shares = ['0.95', '0.99', '1.01', '1.05'] as const

/** Market, price, and how often. Whether it waits for a rise or a fall follows from the price of now. */
export function PriceAlertSheet({ symbols, alert, symbol: initialSymbol, onClose }: PriceAlertSheetProps) {
  const { t } = useLingui()
  const initialMarket = symbols.find(({ symbol }) => symbol === initialSymbol) ?? symbols[0]
  const [symbol, setSymbol] = useState(initialMarket?.symbol ?? '')
  const [price, setPrice] = useState<string>(alert?.price ?? '')
  const [once, setOnce] = useState(alert?.once ?? true)
  const { save, put: saveAlert } = useSavedAlert(alert, onClose)
  const isOffline = useStreamConnectionState() === 'offline'
  const market = symbols.find((one) => one.symbol === symbol)
  const now = useLivePrice(symbol)?.price ?? market?.currentPrice ?? undefined
  if (!market) return null

  const places = market.priceScale
  const isOnStep = price === '' || isMultipleOf(price, market.tick)
  const isComplete = price !== '' && isPositive(price) && isOnStep
  const op: PriceAlertOperator | undefined = !isComplete || now === undefined ? undefined : compareDecimals(price, now) > 0 ? '>=' : '<='
  const pair = `${market.base}/${market.quote}`
  const steps = now && shares.map((share) => ({ label: labels[share], value: floorToStep(multiply(now, share), market.tick) }))
  const confirm = () => op && saveAlert({ symbol, op, price, once })
  return (
    <BottomSheet
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
          {save.error && isUnansweredError(save.error) ? <Trans>Ask again</Trans> : alert ? <Trans>Save</Trans> : <Trans>Set alert</Trans>}
        </Button>
      }
    >
      <Stack gap={4}>
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
          scale={decimalPlacesOfStep(market.tick)}
          unit={market.quote}
          hint={<CurrentPriceLine now={now} places={places} unit={market.quote} />}
          error={isOnStep ? undefined : t`In steps of ${market.tick}`}
          {...(steps && { steps })}
        />
        <RepeatField once={once} onChange={setOnce} />
        <PriceAlertSummary pair={pair} op={op} price={formatAmount(price, places)} once={once} />
        {save.error && (
          <p className={styles.failure} role="alert">
            {save.error.message} {isUnansweredError(save.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
          </p>
        )}
      </Stack>
    </BottomSheet>
  )
}

const labels = { '0.95': '\u22125%', '0.99': '\u22121%', '1.01': '+1%', '1.05': '+5%' } as const

function CurrentPriceLine({ now, places, unit }: { now: string | undefined; places: number; unit: string }) {
  const price = now === undefined ? missingValueDash : formatAmount(now, places)
  return (
    <Trans>
      Now: {price} {unit}
    </Trans>
  )
}

interface PriceAlertDraft {
  symbol: string
  op: PriceAlertOperator
  price: string
  once: boolean
}

function useSavedAlert(alert: PriceAlert | undefined, onClose: () => void) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const [sides] = useState(() => new Map<string, PriceAlertOperator>())
  const save = useApiWrite(alerts.save, { errors: 'inline' })
  const saveAlert = ({ symbol, op, price, once }: PriceAlertDraft) => {
    const requestId = ids.of([symbol, price, once])
    // Asked again it is the very same wish, whichever way the price went meanwhile.
    const side = sides.get(requestId) ?? op
    sides.set(requestId, side)
    const body = {
      symbol,
      op: side,
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
          showToast(alert ? t`Alert changed` : t`Alert set`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return { save, put: saveAlert }
}

function RepeatField({ once, onChange }: { once: boolean; onChange(once: boolean): void }) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`How often`}
      value={once ? 'once' : 'always'}
      onChange={(next) => onChange(next === 'once')}
      options={[
        { value: 'once', label: t`Once` },
        { value: 'always', label: t`Every time` },
      ]}
    />
  )
}

function PriceAlertSummary({ pair, op, price, once }: { pair: string; op: PriceAlertOperator | undefined; price: string; once: boolean }) {
  const words = usePriceAlertTexts()
  return (
    <Text tone="quiet" aria-live="polite">
      {op === undefined ? (
        <Trans>You are told in Messages, and on devices with notifications on.</Trans>
      ) : (
        <>
          {words.condition(pair, op, price)}.{' '}
          {once ? <Trans>You are told once.</Trans> : <Trans>You are told each time, after the price went back by 0.1% in between.</Trans>}
        </>
      )}
    </Text>
  )
}
