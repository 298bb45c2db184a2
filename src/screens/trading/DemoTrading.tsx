import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { isLocalStorageUsable } from '#device/canStore.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { parseMarketSymbolParamOrDefault } from '#widgets/market/requestedSymbol.ts'
import { type TradeOrderTab, parseTradeOrderTabOrDefault } from '#widgets/trading/tradeSearch.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { resetPaperLedger, usePaperLedger } from '#widgets/trading/paperStore.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './DemoTrading.module.css'
import { PositionHistoryList } from './positions/PositionHistoryList.tsx'
import { ContractTradeView } from './ContractTradeView.tsx'
import { usePaperContractTradingAdapter } from './usePaperAdapter.ts'

interface Search {
  symbol: string
  book: TradeOrderTab
}

export const Route = createFileRoute('/demotrading')({
  component: DemoTrading,
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({
    symbol: parseMarketSymbolParamOrDefault(search.symbol),
    book: parseTradeOrderTabOrDefault(search.book),
  }),
})

function DemoTrading() {
  const { t } = useLingui()
  const { symbol, book } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const desk = usePaperContractTradingAdapter(symbols.data)
  const { history } = usePaperLedger()
  const listedMarket = symbols.data?.find((one) => one.symbol === symbol) ?? symbols.data?.[0]
  return (
    <ScreenLayout title={t`Demo trading`} back tone="demo">
      <PaperBalance isFirst={desk.isFirst === true} />
      {listedMarket && symbols.data ? (
        <ContractTradeView
          symbols={symbols.data}
          listed={listedMarket}
          desk={desk}
          book={book}
          onBook={(next) => void navigate({ search: (now) => ({ ...now, book: next }), replace: true })}
          priceNote={listedMarket.feedMode === 'SIM' && <SimulatedNote />}
          summary={<PaperStorageNote isFirst={desk.isFirst === true} />}
          onPick={(next) => void navigate({ search: (now) => ({ ...now, symbol: next }), replace: true })}
          history={
            history.length === 0 ? (
              <EmptyState text={t`Closed positions will be here, each with its receipt.`} />
            ) : (
              <PositionHistoryList closed={history} symbols={symbols.data} />
            )
          }
        />
      ) : symbols.error ? (
        <LoadErrorState title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
      ) : (
        <>
          <Skeleton height="2.75rem" />
          <Skeleton height="2.75rem" />
          <Skeleton height="3rem" />
          <Skeleton lines={6} />
        </>
      )}
    </ScreenLayout>
  )
}

/** Whose prices these are, once, beneath the price. */
function SimulatedNote() {
  return (
    <p className={styles.nature}>
      <Chip tone="violet">
        <Trans>Simulated price</Trans>
      </Chip>
      <span>
        <Trans>Made by our published generator, not by a real market.</Trans>
      </span>
    </p>
  )
}

function PaperBalance({ isFirst }: { isFirst: boolean }) {
  const shown = formatAmount(usePaperLedger().available, 2)
  const [isStorageUsable] = useState(isLocalStorageUsable)
  return (
    <p className={styles.paper}>
      <strong>
        <Trans>{shown} USDT in play money</Trans>
      </strong>
      <span>
        {!isStorageUsable ? (
          <Trans>This window saves nothing: your practice trades are gone when you close it.</Trans>
        ) : isFirst ? (
          <Trans>To practice with, without an account.</Trans>
        ) : (
          <Trans>Saved on this device only.</Trans>
        )}
      </span>
    </p>
  )
}

/** What is to be known of practice trades; once there are some, how to keep them or begin again. */
function PaperStorageNote({ isFirst }: { isFirst: boolean }) {
  return (
    <Grid as="section" gap={2} className={styles.keeping}>
      <p>
        <Trans>Orders, stops and close-outs are checked while this page is open, and no funding is charged.</Trans>{' '}
        {!isFirst && <Trans>Sign up to move them to a demo account, where they are checked every second.</Trans>}
      </p>
      {!isFirst && <PaperLedgerActions />}
    </Grid>
  )
}

function PaperLedgerActions() {
  const { t } = useLingui()
  const [isConfirmingReset, setConfirmingReset] = useState(false)
  return (
    <Row wrap gap={2}>
      <ButtonLink to={path.register} kind="secondary">
        <Trans>Sign up</Trans>
      </ButtonLink>
      <Button kind="quiet" onClick={() => setConfirmingReset(true)}>
        <Trans>Start over</Trans>
      </Button>
      <BottomSheet
        open={isConfirmingReset}
        onClose={() => setConfirmingReset(false)}
        title={t`Start over?`}
        footer={
          <Grid columns={2} gap={3}>
            <Button kind="secondary" size="large" onClick={() => setConfirmingReset(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              size="large"
              onClick={() => {
                resetPaperLedger()
                showToast(t`Back to 100,000 USDT in play money`)
              }}
            >
              <Trans>Start over</Trans>
            </Button>
          </Grid>
        }
      >
        <p>
          <Trans>Your practice positions and their history are erased, and you start again with 100,000 USDT.</Trans>
        </p>
      </BottomSheet>
    </Row>
  )
}
