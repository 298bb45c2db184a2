import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import type { OptionChain } from '#contract/calls/options.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { OptionOrderRequest } from '#contract/orders/option.ts'
import { formatCostWithCurrency, formatCostSumWithCurrency } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount, formatPercent, formatSignedAmount } from '#i18n/number.ts'
import { compareDecimals, isMultipleOf, multiply, decimalPlacesOfStep } from '#rules/decimal.ts'
import { optionCost, type OptionValue } from '#rules/option/option.ts'
import { optionIdOf } from '#rules/option/optionChain.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import type { OptionChoice } from './OptionChainTable.tsx'
import { RetailLossShareText } from '#widgets/trading/RetailLossShareText.tsx'
import { useFeeDiscount } from '#widgets/trading/useFeeDiscount.ts'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { useOptionFeeRates } from '#widgets/trading/useTradingFees.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Options.module.css'
import { BuyOptionSheet } from './BuyOptionSheet.tsx'
import { PayoffPicture } from './PayoffPicture.tsx'
import { useOptionNameFormatter } from './useOptionWords.ts'

interface OptionTicketProps {
  listed: MarketWithPrice
  chain: OptionChain
  choice: OptionChoice
  expiryMs: number
  /** The quantity as it was typed, kept by whoever keeps what was picked. */
  typed: string
  onType(text: string): void
  /** What is typed is reviewed; what comes back empties it. */
  onReview(): () => void
  value: OptionValue
  mid: Decimal
  /** Why nothing can be bought now, in words. */
  stopped: string | undefined
}

/** How many, and what that costs: premium, fee, break-even, the worst loss in a box of its own, and the pay-off drawn. */
export function OptionTicket({ listed, chain, choice, expiryMs, typed, onType, onReview, value, mid, stopped }: OptionTicketProps) {
  const { t } = useLingui()
  const accountType = useAccountType()
  const nameOf = useOptionNameFormatter()
  const [intent, setIntent] = useState<{ order: OptionOrderRequest; clear(): void }>()
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType }))
  const available = balances.data?.find(({ currency }) => currency === 'USDT')?.available
  const isGiven = /[1-9]/.test(typed)
  // Before anything is typed the figures are those of ten steps: an example, not an order.
  const quantity = isGiven ? asDecimal(typed) : multiply(chain.minQty, '10')
  const cost = optionCost(choice, { quantity, ask: value.ask, mid }, useFeeDiscount(), useOptionFeeRates())
  const flaw = isGiven ? flawOf(chain, quantity, available, cost.debit) : undefined
  const [least, most, step, has] = [chain.minQty, chain.maxQty, chain.qtyStep, formatAmount(available, 2)]
  const flawWords = {
    belowMin: t`At least ${least}.`,
    aboveMax: t`At most ${most}.`,
    offStep: t`In steps of ${step}.`,
    short: t`You have ${has} USDT.`,
  }
  const usdt = (amount: Decimal) => formatMoney(amount, 'USDT')
  const worst = formatCostSumWithCurrency([cost.premium, cost.fee], 'USDT')
  const { base } = listed
  const name = nameOf(base, choice.cp, choice.strike)
  const begin = () =>
    setIntent({
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
      clear: onReview(),
    })
  return (
    <Grid as="section" gap={3} className={styles.ticket} aria-label={t`New option`}>
      <h2>{name}</h2>
      <DecimalField
        label={t`Quantity`}
        value={typed}
        onChange={onType}
        scale={decimalPlacesOfStep(chain.qtyStep)}
        unit={base}
        placeholder={quantity}
        error={flaw && flawWords[flaw]}
        hint={<Trans>Available: {has} USDT</Trans>}
        steps={['1', '10', '50', '100'].map((times) => multiply(chain.minQty, times)).map((amount) => ({ label: amount, value: amount }))}
      />
      <DescriptionList
        rows={[
          { key: 'ask', name: <Trans>Ask for 1 {base}</Trans>, value: usdt(value.ask) },
          { key: 'premium', name: <Trans>Premium</Trans>, value: formatCostWithCurrency(cost.premium, 'USDT') },
          { key: 'fee', name: <Trans>Fee</Trans>, value: formatCostWithCurrency(cost.fee, 'USDT') },
          { key: 'even', name: <Trans>Break-even at expiry</Trans>, value: formatAmount(cost.breakEven, listed.priceScale) },
          {
            key: 'iv',
            name: <Trans>Implied volatility, delta</Trans>,
            value: `${formatPercent(value.iv)} · ${formatSignedAmount(value.delta, 4)}`,
          },
        ]}
      />
      <UpcomingTermChangesNotice of={[{ area: 'option' }]} />
      <WorstLoss amount={worst} isExample={!isGiven} quantity={quantity} base={base} />
      <PayoffPicture
        {...choice}
        premium={cost.premium}
        fee={cost.fee}
        breakEven={cost.breakEven}
        mid={mid}
        priceScale={listed.priceScale}
      />
      <Text tone="muted">
        <RetailLossShareText />
      </Text>
      <Button wide size="large" disabled={!isGiven || flaw !== undefined || stopped !== undefined} reason={stopped} onClick={begin}>
        <Trans>Review</Trans>
      </Button>
      {intent && (
        <BuyOptionSheet order={intent.order} name={name} listed={listed} onDone={() => setIntent(undefined)} onBought={intent.clear} />
      )}
    </Grid>
  )
}

type Flaw = 'belowMin' | 'aboveMax' | 'offStep' | 'short'

function flawOf(chain: OptionChain, quantity: Decimal, available: Decimal | undefined, debit: Decimal): Flaw | undefined {
  if (compareDecimals(quantity, chain.minQty) < 0) return 'belowMin'
  if (compareDecimals(quantity, chain.maxQty) > 0) return 'aboveMax'
  if (!isMultipleOf(quantity, chain.qtyStep)) return 'offStep'
  return available !== undefined && compareDecimals(available, debit) < 0 ? 'short' : undefined
}

interface WorstLossProps {
  amount: string
  isExample: boolean
  quantity: string
  base: string
}

function WorstLoss({ amount, isExample, quantity, base }: WorstLossProps) {
  return (
    <p className={styles.worst}>
      <span>
        <Trans>Most you can lose</Trans>
      </span>
      <strong>{amount}</strong>
      {isExample && (
        <small>
          <Trans>
            Example for {quantity} {base}
          </Trans>
        </small>
      )}
    </p>
  )
}
