import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TradeKinds } from './TradeKinds.tsx'
import { type PaneProps, type TradeMode, tradeSearch } from '#widgets/tradeSearch.ts'
import { useModeNames } from './useModeNames.ts'

export const Route = createFileRoute('/_signedIn/heyue')({ component: Trade, validateSearch: tradeSearch })

/** Each kind is fetched when it is first opened. */
const panes: Record<TradeMode, ComponentType<PaneProps>> = {
  contract: lazy(() => import('./ContractPane.tsx').then(({ ContractPane }) => ({ default: ContractPane }))),
  spot: lazy(() => import('../spot/SpotPane.tsx').then(({ SpotPane }) => ({ default: SpotPane }))),
  option: lazy(() => import('../options/OptionPane.tsx').then(({ OptionPane }) => ({ default: OptionPane }))),
  second: lazy(() => import('../secondContracts/SecondPane.tsx').then(({ SecondPane }) => ({ default: SecondPane }))),
  fast: lazy(() => import('../swap/FastPane.tsx').then(({ FastPane }) => ({ default: FastPane }))),
}

const ContestTrade = lazy(() => import('./ContestTrade.tsx').then((module) => ({ default: module.ContestTrade })))

/** The trading tab: five kinds of trade on one screen (product §4.2 row 7), or contracts in the book of a competition (§2.15). */
function Trade() {
  const at = Route.useSearch()
  return at.comp === undefined ? <OwnTrade /> : <InCompetition key={at.comp} id={at.comp} />
}

function InCompetition({ id }: { id: string }) {
  const { t } = useLingui()
  const at = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const waiting = (
    <ScreenLayout title={t`Competition`} back tone="contest">
      <Skeleton lines={10} />
    </ScreenLayout>
  )
  return (
    <Suspense fallback={waiting}>
      <ContestTrade id={id} at={at} go={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })} />
    </Suspense>
  )
}

function OwnTrade() {
  const at = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const names = useModeNames()
  const symbols = useQuery(query(market.symbols, {}))
  const Pane = panes[at.mode]
  return (
    <ScreenLayout title={names[at.mode]} tone={useBookTone()} simulated={symbols.data?.some(({ feedMode }) => feedMode === 'SIM')}>
      <TradeKinds mode={at.mode} />
      <Suspense fallback={<Skeleton lines={10} />}>
        <Pane at={at} go={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })} />
      </Suspense>
    </ScreenLayout>
  )
}
