import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import type { OptionChain } from '#contract/calls/options.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { OptionAsked } from '#contract/orders/option.ts'
import { formatAmount, formatShare, formatSigned } from '#i18n/number.ts'
import { compare, isMultipleOf, multiply, scaleOf } from '#rules/decimal.ts'
import { optionCost, type OptionValue } from '#rules/option.ts'
import { optionIdOf } from '#rules/optionChain.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import type { Choice } from './ChainTable.tsx'
import { LossShare } from '#widgets/LossShare.tsx'
import { useFeeDiscount } from '#widgets/useFeeDiscount.ts'
import styles from './Options.module.css'
import { OptionSheet } from './OptionSheet.tsx'
import { PayoffPicture } from './PayoffPicture.tsx'
import { useOptionName } from './useOptionWords.ts'

interface OptionTicketProps {
  listed: MarketSymbol
  chain: OptionChain
  choice: Choice
  expiryMs: number
  /** The quantity as it was typed, kept by whoever keeps what was picked. */
  typed: string
  onType(text: string): void
  value: OptionValue
  mid: Decimal
  /** Why nothing can be bought now, in words. */
  stopped: string | undefined
}

/** How many, and what that costs: premium, fee, break-even, the worst loss in a box of its own, and the pay-off drawn. */
export function OptionTicket({ listed, chain, choice, expiryMs, typed, onType, value, mid, stopped }: OptionTicketProps) {
  const { t } = useLingui()
  const accountType = useBook()
  const nameOf = useOptionName()
  const [intent, setIntent] = useState<{ order: OptionAsked; requestId: string }>()
  const balances = useQuery(query(wallet.balances, { accountType }))
  const available = balances.data?.find(({ currency }) => currency === 'USDT')?.available
  const isGiven = /[1-9]/.test(typed)
  // Before anything is typed the figures are those of ten steps: an example, not an order.
  const quantity = isGiven ? asDecimal(typed) : multiply(chain.minQty, '10')
  const cost = optionCost(choice, { quantity, ask: value.ask, mid }, useFeeDiscount())
  const flaw = isGiven ? flawOf(chain, quantity, available, cost.debit) : undefined
  const [least, most, step, has] = [chain.minQty, chain.maxQty, chain.qtyStep, formatAmount(available, 2)]
  const flawWords = {
    belowMin: t`At least ${least}.`,
    aboveMax: t`At most ${most}.`,
    offStep: t`In steps of ${step}.`,
    short: t`You have ${has} USDT.`,
  }
  const usdt = (amount: Decimal) => `${formatAmount(amount, 2)} USDT`
  const worst = usdt(cost.debit)
  const { base } = listed
  const name = nameOf(base, choice.cp, choice.strike)
  const begin = () =>
    setIntent({
      requestId: newRequestId(),
      order: {
        accountType,
        posType: 3,
        symbol: listed.symbol,
        direction: 1,
        orderType: 1,
        slippageBps: 100,
        quantity,
        optionId: optionIdOf({ underlying: listed.symbol, cp: choice.cp, strike: choice.strike, expirySec: expiryMs / 1000 }),
      },
    })
  return (
    <section className={styles.ticket} aria-label={t`New option`}>
      <h2>{name}</h2>
      <DecimalField
        label={t`Quantity`}
        value={typed}
        onChange={onType}
        scale={scaleOf(chain.qtyStep)}
        unit={base}
        placeholder={quantity}
        error={flaw && flawWords[flaw]}
        hint={<Trans>Available: {has} USDT</Trans>}
        steps={['1', '10', '50', '100'].map((times) => multiply(chain.minQty, times)).map((amount) => ({ label: amount, value: amount }))}
      />
      <Facts
        rows={[
          { key: 'ask', name: <Trans>Ask for 1 {base}</Trans>, value: usdt(value.ask) },
          { key: 'premium', name: <Trans>Premium</Trans>, value: usdt(cost.premium) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: usdt(cost.fee) },
          { key: 'even', name: <Trans>Break-even at expiry</Trans>, value: formatAmount(cost.breakEven, listed.priceScale) },
          {
            key: 'iv',
            name: <Trans>Implied volatility, delta</Trans>,
            value: `${formatShare(value.iv)} · ${formatSigned(value.delta, 4)}`,
          },
        ]}
      />
      <p className={styles.worst}>
        <span>
          <Trans>Most you can lose</Trans>
        </span>
        <strong>{worst}</strong>
        {!isGiven && (
          <small>
            <Trans>
              Example for {quantity} {base}
            </Trans>
          </small>
        )}
      </p>
      <PayoffPicture {...choice} debit={cost.debit} breakEven={cost.breakEven} mid={mid} priceScale={listed.priceScale} />
      <p className={styles.note}>
        <LossShare />
      </p>
      <Button wide size="large" disabled={!isGiven || flaw !== undefined || stopped !== undefined} reason={stopped} onClick={begin}>
        <Trans>Review</Trans>
      </Button>
      {intent && (
        <OptionSheet
          key={intent.requestId}
          order={intent.order}
          requestId={intent.requestId}
          name={name}
          listed={listed}
          onDone={() => setIntent(undefined)}
          onBought={() => onType('')}
        />
      )}
    </section>
  )
}

type Flaw = 'belowMin' | 'aboveMax' | 'offStep' | 'short'

function flawOf(chain: OptionChain, quantity: Decimal, available: Decimal | undefined, debit: Decimal): Flaw | undefined {
  if (compare(quantity, chain.minQty) < 0) return 'belowMin'
  if (compare(quantity, chain.maxQty) > 0) return 'aboveMax'
  if (!isMultipleOf(quantity, chain.qtyStep)) return 'offStep'
  return available !== undefined && compare(available, debit) < 0 ? 'short' : undefined
}
