import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { path } from '#sitemap'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TradeModeTabs } from './TradeModeTabs.tsx'
import { type TradePaneProps, type TradeMode, readTradeSearchParams } from '#widgets/trading/tradeSearch.ts'
import { useTradeModeNames } from './useModeNames.ts'

export const Route = createFileRoute('/_signedIn/heyue')({ component: Trade, validateSearch: readTradeSearchParams })

/** Each kind is fetched when it is first opened. */
const panes: Record<TradeMode, ComponentType<TradePaneProps>> = {
  contract: lazy(() => import('./ContractPane.tsx').then(({ ContractPane }) => ({ default: ContractPane }))),
  spot: lazy(() => import('../spot/SpotPane.tsx').then(({ SpotPane }) => ({ default: SpotPane }))),
  option: lazy(() => import('../options/OptionPane.tsx').then(({ OptionPane }) => ({ default: OptionPane }))),
  second: lazy(() =>
    import('../secondContracts/SecondContractPane.tsx').then(({ SecondContractPane }) => ({ default: SecondContractPane })),
  ),
  fast: lazy(() => import('../swap/FastTradePane.tsx').then(({ FastTradePane }) => ({ default: FastTradePane }))),
}

/** With the list of all countries, which few need to see. */
const CountryRestrictionNotice = lazy(() =>
  import('#widgets/identity/CountryRestrictionNotice.tsx').then((module) => ({ default: module.CountryRestrictionNotice })),
)

const open = [positionStatus.pending, positionStatus.running, positionStatus.settling].join()

const CompetitionTradePane = lazy(() => import('./CompetitionTradePane.tsx').then((module) => ({ default: module.CompetitionTradePane })))

/** The trading tab: five kinds of trade on one screen, or contracts in the account of a competition (docs/rules/competitions.md). */
function Trade() {
  const at = Route.useSearch()
  return at.comp === undefined ? <PersonalTrade /> : <CompetitionTradeById key={at.comp} id={at.comp} />
}

function CompetitionTradeById({ id }: { id: string }) {
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
      <CompetitionTradePane id={id} at={at} go={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })} />
    </Suspense>
  )
}

function PersonalTrade() {
  const at = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const names = useTradeModeNames()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const Pane = panes[at.mode]
  return (
    <ScreenLayout title={names[at.mode]} tone={useAccountScreenTone()} simulated={symbols.data?.some(({ feedMode }) => feedMode === 'SIM')}>
      <TradeModeTabs mode={at.mode} />
      <Suspense fallback={<Skeleton lines={10} />}>
        <OfferedTradeMode mode={at.mode}>
          <Pane at={at} go={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })} />
        </OfferedTradeMode>
      </Suspense>
    </ScreenLayout>
  )
}

/** A kind of trade that is not offered shows why, and below that what one has of it: it can be closed. */
function OfferedTradeMode({ mode, children }: { mode: TradeMode; children: ReactNode }) {
  const isOff = !isScreenProductOffered(useProductAvailability(), path.contracts, { mode })
  const kind = { contract: posType.contract, option: posType.option }[mode as 'contract' | 'option']
  const { data } = useQuery({
    ...apiReadQuery(trading.positions, { accountType: useAccountType(), posType: kind ?? posType.contract, status: open, pageSize: 1 }),
    enabled: isOff && kind !== undefined,
  })
  if (!isOff) return children
  return (
    <>
      <CountryRestrictionNotice />
      {kind !== undefined && data !== undefined && data.total > 0 && children}
    </>
  )
}
