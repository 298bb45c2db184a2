import { type ScreenName, sitemap } from '#sitemap'

type Rows = typeof sitemap
/** The four screens that are a tab themselves. */
export type TabName = { [Name in ScreenName]: Rows[Name] extends { tab: string } ? Name : never }[ScreenName]

/** In the order of product §4.1. */
export const tabs = ['home', 'markets', 'contracts', 'me'] as const satisfies readonly TabName[]

/** The tab whose own screen this address is; child screens hide the bar. */
export const tabAt = (pathname: string): TabName | undefined => tabs.find((tab) => sitemap[tab].path === pathname)

// Where each tab was last, with its search: going back to a tab finds the same category, symbol or mode.
const last = new Map<TabName, string>()

/** Remembers an address that belongs to a tab. */
export function rememberTab(pathname: string, href: string): void {
  const tab = tabAt(pathname)
  if (tab) last.set(tab, href)
}

export const lastInTab = (tab: TabName): string => last.get(tab) ?? sitemap[tab].path
/** Whether this start of the app has shown a tab: then another is reached by the bar. */
export const hasBeenInTab = (): boolean => last.size > 0
export const isTabInMemory = (pathname: string): boolean => {
  const tab = tabAt(pathname)
  return tab !== undefined && last.has(tab)
}
