import { type ScreenName, sitemap } from '#sitemap'

type ScreenRows = typeof sitemap
/** The four screens that are a tab themselves. */
export type TabName = { [Name in ScreenName]: ScreenRows[Name] extends { tab: string } ? Name : never }[ScreenName]

/** In the order of docs/rules/interface.md. */
export const mainTabs = ['home', 'markets', 'contracts', 'me'] as const satisfies readonly TabName[]

/** The tab whose own screen this address is; child screens hide the bar. */
export const mainTabAt = (pathname: string): TabName | undefined => mainTabs.find((tab) => sitemap[tab].path === pathname)

// Where each tab was last, with its search: going back to a tab finds the same category, symbol or mode.
const lastAddressByTab = new Map<TabName, string>()

/** Remembers an address that belongs to a tab. */
export function rememberTabAddress(pathname: string, href: string): void {
  const tab = mainTabAt(pathname)
  if (tab) lastAddressByTab.set(tab, href)
}

export const lastAddressInTab = (tab: TabName): string => lastAddressByTab.get(tab) ?? sitemap[tab].path
/** Whether this start of the app has shown a tab: then another is reached by the bar. */
export const hasVisitedMainTab = (): boolean => lastAddressByTab.size > 0
export const isTabAddressRemembered = (pathname: string): boolean => {
  const tab = mainTabAt(pathname)
  return tab !== undefined && lastAddressByTab.has(tab)
}
