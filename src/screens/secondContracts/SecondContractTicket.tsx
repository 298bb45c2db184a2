import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { isDeviceClockWrong, serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type ClearSentFormDraft, useTabFormDraft } from '#api/stored/useDraft.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { SecondContractOrderRequest, SecondContractOffer } from '#contract/calls/secondContracts.ts'
import { accountTypes, realSecondContractLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { secondContractDirection } from '#contract/states.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { secondContractWinPayout } from '#rules/second/secondContract.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons/listIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { useMarketClosedReasonText } from '#widgets/market/useClosedReason.ts'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import { useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'
import { BuySecondContractSheet } from './BuySecondContractSheet.tsx'
import { emptySecondContractDraft, parseSecondContractDraft, type SecondContractDraft } from './secondDraft.ts'
import { RetailLossShareText } from '#widgets/trading/RetailLossShareText.tsx'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './SecondContractTicket.module.css'
import { useSecondContractSummary } from './useSecondOrders.ts'
import { useSecondsAsMinutesFormatter } from './useSecondWords.ts'

interface SecondContractTicketProps {
  listed: MarketWithPrice
  sets: readonly SecondContractOffer[]
  openCount: number
  mostOpen: number
}

/** Duration with its odds, stake, up or down; what it costs on average stands beside it always. */
export function SecondContractTicket({ listed, sets, openCount, mostOpen }: SecondContractTicketProps) {
  const { t } = useLingui()
  const minutes = useSecondsAsMinutesFormatter()
  const handed = useArrangeForHand()
  const [{ setId, money }, change, sendDraft] = useTabFormDraft(
    `second:${listed.symbol}`,
    emptySecondContractDraft,
    parseSecondContractDraft,
  )
  const [intent, setIntent] = useState<{ ask: SecondContractOrderRequest; clear: ClearSentFormDraft<SecondContractDraft> }>()
  const accountType = useAccountType()
  const available = useSecondContractSummary().data?.available
  const stopped = useStopped(listed, openCount, mostOpen)
  const set = sets.find(({ id }) => id === setId) ?? sets[0]
  if (!set) return null
  const largest = accountType === accountTypes.real ? asDecimal(realSecondContractLimits.stakeUsdt) : set.maxMoney
  const flaw = flawOf(set.minMoney, largest, money, available)
  const isReady = /[1-9]/.test(money) && !flaw && stopped === undefined
  const begin = (type: number) =>
    setIntent({ ask: { accountType, symbol: listed.symbol, money: asDecimal(money), setId: set.id, type }, clear: sendDraft() })
  const [least, most] = [formatAmount(set.minMoney, 0), formatAmount(largest, 0)]
  const shownAvailable = formatAmount(available, 2)
  const flawWords = { belowMin: t`At least ${least} USDT.`, aboveMax: t`At most ${most} USDT.`, short: t`You have ${shownAvailable} USDT.` }
  return (
    <Grid as="section" gap={3} aria-label={t`New second contract`}>
      <SegmentedControl
        label={t`How long`}
        value={set.id}
        onChange={(next) => change({ setId: next })}
        className={styles.durations}
        options={sets.map((one) => ({
          value: one.id,
          label: (
            <span className={styles.duration}>
              <strong>{minutes(one.seconds)}</strong>
              <span>+{formatPercent(one.odds, 0)}</span>
              <span className={styles.even}>{formatAmount(one.breakEvenPct, 1)}%</span>
            </span>
          ),
        }))}
      />
      <Odds set={set} />
      <UpcomingTermChangesNotice of={[{ area: 'second', subject: `${set.symbol} ${set.seconds}` }]} />
      <DecimalField
        label={t`Stake`}
        value={money}
        onChange={(next) => change({ money: next })}
        scale={2}
        unit="USDT"
        error={flaw && flawWords[flaw]}
        hint={<Trans>Available: {shownAvailable} USDT</Trans>}
        steps={(accountType === accountTypes.real ? ['10', '50', '100', '200'] : ['10', '50', '100', '500']).map((value) => ({
          label: value,
          value,
        }))}
      />
      <Payout set={set} money={money} />
      <Grid columns={2} align="start" gap={3} className={styles.choice}>
        {handed(
          <Button key="up" kind="long" size="large" disabled={!isReady} reason={stopped} onClick={() => begin(secondContractDirection.up)}>
            <ArrowUpIcon width="1.125rem" height="1.125rem" />
            <Trans context="a price">Up</Trans>
          </Button>,
          <Button
            key="down"
            kind="short"
            size="large"
            disabled={!isReady}
            reason={stopped}
            onClick={() => begin(secondContractDirection.down)}
          >
            <ArrowDownIcon width="1.125rem" height="1.125rem" />
            <Trans context="a price">Down</Trans>
          </Button>,
        )}
      </Grid>
      {isDeviceClockWrong() && (
        <Notice tone="warn">
          <Trans>Check your device clock. The times here follow the server.</Trans>
        </Notice>
      )}
      <ButtonLink to={path.article} search={{ id: 'second-contracts-the-odds' }} kind="quiet">
        <Trans>How the odds work</Trans>
      </ButtonLink>
      {intent && (
        <BuySecondContractSheet
          listed={listed}
          ask={intent.ask}
          onDone={() => setIntent(undefined)}
          onBought={() => intent.clear({ money: '' })}
        />
      )}
    </Grid>
  )
}

function Odds({ set }: { set: SecondContractOffer }) {
  const breakEven = formatAmount(set.breakEvenPct, 3)
  const edge = formatAmount(set.houseEdgePct, 2)
  return (
    <Grid as={Notice} tone="brass" gap={1} className="text-small">
      <span>
        <Trans>To lose nothing you must be right in {breakEven}% of all cases.</Trans>
      </span>
      <strong>
        <Trans>If it were a coin toss you would lose {edge} per 100 on average.</Trans>
      </strong>
      <span>
        <RetailLossShareText />
      </span>
    </Grid>
  )
}

function Payout({ set, money }: { set: SecondContractOffer; money: string }) {
  const payout = /[1-9]/.test(money) ? formatAmount(secondContractWinPayout({ money: asDecimal(money), odds: set.odds }), 2) : '—'
  return (
    <Text tone="muted">
      <Trans>A win pays {payout} USDT, a loss takes the whole stake. It cannot be cancelled.</Trans>
    </Text>
  )
}

function flawOf(
  least: Decimal,
  most: Decimal,
  money: string,
  available: Decimal | undefined,
): 'belowMin' | 'aboveMax' | 'short' | undefined {
  if (!/[1-9]/.test(money)) return undefined
  if (compareDecimals(money, least) < 0) return 'belowMin'
  if (compareDecimals(money, most) > 0) return 'aboveMax'
  return available !== undefined && compareDecimals(available, money) < 0 ? 'short' : undefined
}

const beforeEndMs = 10 * 60_000

/** Why nothing can be bought now, in words. */
function useStopped(market: MarketWithPrice, openCount: number, mostOpen: number): string | undefined {
  const { t } = useLingui()
  const { symbol, session } = market
  const live = useLivePrice(symbol)
  const connection = useStreamConnectionState()
  const isOnline = useIsOnline()
  const stop = useTradeRestrictionText('second')
  const closed = useMarketClosedReasonText(market)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (stop !== undefined) return stop
  if (!session.open) return closed
  if (session.closesAt !== undefined && session.closesAt - serverNow() < beforeEndMs) return t`This market closes within ten minutes`
  if (openCount >= mostOpen) return t`At most ${mostOpen} can run at once`
  return live && !live.stale ? undefined : t`Waiting for a fresh price`
}
