import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { usePrice } from '#api/prices.ts'
import { query } from '#api/query.ts'
import { isClockOff, serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { useDraft } from '#api/useDraft.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { SecondAsk, SecondSet } from '#contract/calls/secondContracts.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book, realSecondLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { secondType } from '#contract/states.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { compare } from '#rules/decimal.ts'
import { payoutOf } from '#rules/secondContract.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { ArrowDown, ArrowUp } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { useClosedReason } from '#widgets/useClosedReason.ts'
import { useHanded } from '#widgets/useHanded.ts'
import { useTradeStop } from '#widgets/useTradeStop.ts'
import { BuySheet } from './BuySheet.tsx'
import { emptySecond, readSecondDraft } from './secondDraft.ts'
import { LossShare } from '#widgets/LossShare.tsx'
import styles from './SecondTicket.module.css'
import { useMinutes } from './useSecondWords.ts'

interface SecondTicketProps {
  listed: MarketSymbol
  sets: readonly SecondSet[]
  openCount: number
  mostOpen: number
}

/** Duration with its odds, stake, up or down; what it costs on average stands beside it always. */
export function SecondTicket({ listed, sets, openCount, mostOpen }: SecondTicketProps) {
  const { t } = useLingui()
  const minutes = useMinutes()
  const handed = useHanded()
  const [{ setId, money }, change] = useDraft(`second:${listed.symbol}`, emptySecond, readSecondDraft)
  const [intent, setIntent] = useState<{ ask: SecondAsk; requestId: string }>()
  const accountType = useBook()
  const balances = useQuery(query(wallet.balances, { accountType }))
  const available = balances.data?.find(({ currency }) => currency === 'USDT')?.available
  const stopped = useStopped(listed, openCount, mostOpen)
  const set = sets.find(({ id }) => id === setId) ?? sets[0]
  if (!set) return null
  const largest = accountType === book.real ? asDecimal(realSecondLimits.stakeUsdt) : set.maxMoney
  const flaw = flawOf(set.minMoney, largest, money, available)
  const isReady = /[1-9]/.test(money) && !flaw && stopped === undefined
  const begin = (type: number) =>
    setIntent({
      ask: { accountType, symbol: listed.symbol, money: asDecimal(money), setId: set.id, type },
      requestId: newRequestId(),
    })
  const [least, most] = [formatAmount(set.minMoney, 0), formatAmount(largest, 0)]
  const shownAvailable = formatAmount(available, 2)
  const flawWords = { belowMin: t`At least ${least} USDT.`, aboveMax: t`At most ${most} USDT.`, short: t`You have ${shownAvailable} USDT.` }
  return (
    <section className={styles.ticket} aria-label={t`New second contract`}>
      <Segments
        label={t`How long`}
        value={set.id}
        onChange={(next) => change({ setId: next })}
        className={styles.durations}
        options={sets.map((one) => ({
          value: one.id,
          label: (
            <span className={styles.duration}>
              <strong>{minutes(one.seconds)}</strong>
              <span>+{formatShare(one.odds, 0)}</span>
              <span className={styles.even}>{formatAmount(one.breakEvenPct, 1)}%</span>
            </span>
          ),
        }))}
      />
      <Odds set={set} />
      <DecimalField
        label={t`Stake`}
        value={money}
        onChange={(next) => change({ money: next })}
        scale={2}
        unit="USDT"
        error={flaw && flawWords[flaw]}
        hint={<Trans>Available: {shownAvailable} USDT</Trans>}
        steps={(accountType === book.real ? ['10', '50', '100', '200'] : ['10', '50', '100', '500']).map((value) => ({
          label: value,
          value,
        }))}
      />
      <Payout set={set} money={money} />
      <div className={styles.choice}>
        {handed(
          <Button key="up" kind="long" size="large" disabled={!isReady} reason={stopped} onClick={() => begin(secondType.up)}>
            <ArrowUp width="1.125rem" height="1.125rem" />
            <Trans context="a price">Up</Trans>
          </Button>,
          <Button key="down" kind="short" size="large" disabled={!isReady} reason={stopped} onClick={() => begin(secondType.down)}>
            <ArrowDown width="1.125rem" height="1.125rem" />
            <Trans context="a price">Down</Trans>
          </Button>,
        )}
      </div>
      {isClockOff() && (
        <p className={styles.clock}>
          <Trans>Check your device clock. The times here follow the server.</Trans>
        </p>
      )}
      <ButtonLink to={path.article} search={{ id: 'second-contracts-the-odds' }} kind="quiet">
        <Trans>How the odds work</Trans>
      </ButtonLink>
      {intent && (
        <BuySheet
          key={intent.requestId}
          listed={listed}
          ask={intent.ask}
          requestId={intent.requestId}
          onDone={() => setIntent(undefined)}
          onBought={() => change({ money: '' })}
        />
      )}
    </section>
  )
}

function Odds({ set }: { set: SecondSet }) {
  const breakEven = formatAmount(set.breakEvenPct, 3)
  const edge = formatAmount(set.houseEdgePct, 2)
  return (
    <p className={styles.odds}>
      <span>
        <Trans>To lose nothing you must be right in {breakEven}% of all cases.</Trans>
      </span>
      <strong>
        <Trans>If it were a coin toss you would lose {edge} per 100 on average.</Trans>
      </strong>
      <span>
        <LossShare />
      </span>
    </p>
  )
}

function Payout({ set, money }: { set: SecondSet; money: string }) {
  const payout = /[1-9]/.test(money) ? formatAmount(payoutOf({ money: asDecimal(money), odds: set.odds }), 2) : '—'
  return (
    <p className={styles.payout}>
      <Trans>A win pays {payout} USDT, a loss takes the whole stake. It cannot be cancelled.</Trans>
    </p>
  )
}

function flawOf(
  least: Decimal,
  most: Decimal,
  money: string,
  available: Decimal | undefined,
): 'belowMin' | 'aboveMax' | 'short' | undefined {
  if (!/[1-9]/.test(money)) return undefined
  if (compare(money, least) < 0) return 'belowMin'
  if (compare(money, most) > 0) return 'aboveMax'
  return available !== undefined && compare(available, money) < 0 ? 'short' : undefined
}

const beforeEndMs = 10 * 60_000

/** Why nothing can be bought now, in words. */
function useStopped({ symbol, session }: MarketSymbol, openCount: number, mostOpen: number): string | undefined {
  const { t } = useLingui()
  const live = usePrice(symbol)
  const connection = useConnection()
  const isOnline = useIsOnline()
  const stop = useTradeStop('second')
  const closed = useClosedReason(session)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (stop !== undefined) return stop
  if (!session.open) return closed
  if (session.closesAt !== undefined && session.closesAt - serverNow() < beforeEndMs) return t`This market closes within ten minutes`
  if (openCount >= mostOpen) return t`At most ${mostOpen} can run at once`
  return live && !live.stale ? undefined : t`Waiting for a fresh price`
}
