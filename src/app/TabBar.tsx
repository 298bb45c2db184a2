import { useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ComponentType, MouseEvent } from 'react'
import { useProductAvailability } from '#api/features.ts'
import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { sitemap } from '#sitemap'
import type { IconProps } from '#ui/icons/icon.tsx'
import {
  ContractIcon,
  ContractFilledIcon,
  HomeIcon,
  HomeFilledIcon,
  MarketIcon,
  MarketFilledIcon,
  PersonIcon,
  PersonFilledIcon,
} from '#ui/icons/icons.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { lastAddressInTab, mainTabAt, mainTabs, type TabName } from './tabs.ts'
import styles from './TabBar.module.css'

/** Outline, and filled for the lit tab. */
const icons: Record<TabName, [ComponentType<IconProps>, ComponentType<IconProps>]> = {
  home: [HomeIcon, HomeFilledIcon],
  markets: [MarketIcon, MarketFilledIcon],
  contracts: [ContractIcon, ContractFilledIcon],
  me: [PersonIcon, PersonFilledIcon],
}

/** The bar of docs/rules/interface.md: shown on the four tabs themselves; a second tap on the lit one goes back to its top. */
export function TabBar() {
  const { t } = useLingui()
  const current = useRouterState({ select: (state) => mainTabAt(state.location.pathname) })
  const features = useProductAvailability()
  if (!current) return null
  const names: Record<TabName, string> = { home: t`Home`, markets: t`Market`, contracts: t`Contract`, me: t`Personal` }
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
      {mainTabs.map((tab) => {
        const TabIcon = icons[tab][tab === current ? 1 : 0]
        return (
          <Link
            key={tab}
            {...tabLinkFor(tab, features)}
            className={styles['tab']}
            aria-current={tab === current ? 'page' : undefined}
            onClick={(event: MouseEvent) => tab === current && scrollToTop(event)}
          >
            <TabIcon />
            <span>{names[tab]}</span>
          </Link>
        )
      })}
    </nav>
  )
}

/** Where the tab was left, its category or symbol included. */
function tabLinkFor(tab: TabName, features: ProductAvailabilityByKind | undefined) {
  const search = Object.fromEntries(new URL(lastAddressInTab(tab), 'https://here.invalid').searchParams)
  const to = sitemap[tab].path
  // Where a kind of trade is not offered, the tab begins with what is everywhere.
  if (!isScreenProductOffered(features, to, search)) search['mode'] = 'spot'
  return { to, search: search as never }
}

function scrollToTop(event: MouseEvent): void {
  event.preventDefault()
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  window.scrollTo({ top: 0, behavior })
}
