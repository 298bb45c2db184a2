import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { askedSymbol } from '#widgets/askedSymbol.ts'
import { type OrderList, orderListOf } from '#widgets/tradeSearch.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { resetPaper, usePaper } from '#widgets/paperStore.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './DemoTrading.module.css'
import { HistoryList } from './HistoryList.tsx'
import sheetStyles from './OrderSheet.module.css'
import { TradingFloor } from './TradingFloor.tsx'
import { usePaperDesk } from './usePaperDesk.ts'

interface Search {
  symbol: string
  book: OrderList
}

export const Route = createFileRoute('/demotrading')({
  component: DemoTrading,
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({
    symbol: askedSymbol(search.symbol),
    book: orderListOf(search.book),
  }),
})

function DemoTrading() {
  const { t } = useLingui()
  const { symbol, book } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const symbols = useQuery(query(market.symbols, {}))
  const desk = usePaperDesk(symbols.data)
  const { history } = usePaper()
  const listed = symbols.data?.find((one) => one.symbol === symbol) ?? symbols.data?.[0]
  return (
    <ScreenLayout title={t`Demo trading`} back tone="demo">
      <PaperBalance />
      {listed && symbols.data ? (
        <TradingFloor
          symbols={symbols.data}
          listed={listed}
          desk={desk}
          book={book}
          onBook={(next) => void navigate({ search: (now) => ({ ...now, book: next }), replace: true })}
          onPick={(next) => void navigate({ search: (now) => ({ ...now, symbol: next }), replace: true })}
          history={
            history.length === 0 ? (
              <Empty text={t`Closed positions will be here, each with its receipt.`} />
            ) : (
              <HistoryList closed={history} symbols={symbols.data} />
            )
          }
        />
      ) : symbols.error ? (
        <FailedRead title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
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

function PaperBalance() {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const { available } = usePaper()
  const shown = formatAmount(available, 2)
  return (
    <section className={styles.paper}>
      <p className={styles.words}>
        <strong>
          <Trans>{shown} USDT of paper money</Trans>
        </strong>
        <span>
          <Trans>
            Kept on this device only. Orders, stops and close-outs are checked while this page is open, and no funding is charged. Keep this
            when you sign up: the demo account takes it over and checks it every second.
          </Trans>
        </span>
      </p>
      <div className={styles.ways}>
        <ButtonLink to={path.register} kind="secondary">
          <Trans>Sign up</Trans>
        </ButtonLink>
        <Button kind="quiet" onClick={() => setIsAsking(true)}>
          <Trans>Start over</Trans>
        </Button>
      </div>
      <Sheet
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Start over?`}
        footer={
          <div className={sheetStyles.choice}>
            <Button kind="secondary" size="large" onClick={() => setIsAsking(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              size="large"
              onClick={() => {
                resetPaper()
                setIsAsking(false)
                toast(t`Back to 100,000 USDT of paper money`)
              }}
            >
              <Trans>Start over</Trans>
            </Button>
          </div>
        }
      >
        <p>
          <Trans>Your paper positions and their history are erased, and you begin again with 100,000 USDT.</Trans>
        </p>
      </Sheet>
    </section>
  )
}
