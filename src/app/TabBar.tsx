import { useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ComponentType, MouseEvent } from 'react'
import { sitemap } from '#sitemap'
import type { IconProps } from '#ui/icon.tsx'
import { Contract, ContractFilled, Home, HomeFilled, Market, MarketFilled, Person, PersonFilled } from '#ui/icons.tsx'
import { lastInTab, tabAt, tabs, type TabName } from './tabs.ts'
import styles from './TabBar.module.css'

/** Outline, and filled for the lit tab (product §4.1). */
const icons: Record<TabName, [ComponentType<IconProps>, ComponentType<IconProps>]> = {
  home: [Home, HomeFilled],
  markets: [Market, MarketFilled],
  contracts: [Contract, ContractFilled],
  me: [Person, PersonFilled],
}

/** The bar of product §4.1: shown on the four tabs themselves; a second tap on the lit one goes back to its top. */
export function TabBar() {
  const { t } = useLingui()
  const current = useRouterState({ select: (state) => tabAt(state.location.pathname) })
  if (!current) return null
  const names: Record<TabName, string> = { home: t`Home`, markets: t`Market`, contracts: t`Contract`, me: t`Personal` }
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
      {tabs.map((tab) => {
        const Icon = icons[tab][tab === current ? 1 : 0]
        return (
          <Link
            key={tab}
            {...placeOf(tab)}
            className={styles['tab']}
            aria-current={tab === current ? 'page' : undefined}
            onClick={(event: MouseEvent) => tab === current && toTop(event)}
          >
            <Icon />
            <span>{names[tab]}</span>
          </Link>
        )
      })}
    </nav>
  )
}

/** Where the tab was left, its category or symbol included. */
function placeOf(tab: TabName) {
  const search = Object.fromEntries(new URL(lastInTab(tab), 'https://here.invalid').searchParams)
  return { to: sitemap[tab].path, search: search as never }
}

function toTop(event: MouseEvent): void {
  event.preventDefault()
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  window.scrollTo({ top: 0, behavior })
}
