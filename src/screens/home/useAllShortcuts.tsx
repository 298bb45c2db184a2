import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { Parcel, Pennant, People } from '#ui/growthIcons.tsx'
import { Bolt, Chat, Cup, Rules, Sprout } from '#ui/homeIcons.tsx'
import { Anchor, Bell, Contract, Exchange, News, Wallet } from '#ui/icons.tsx'
import { Book } from '#ui/moreIcons.tsx'
import type { Shortcut } from './shortcut.ts'
import { useNearShortcuts } from './useNearShortcuts.tsx'

/** Every way from home (requirements §2), in the usual order. */
export function useAllShortcuts(): Shortcut[] {
  const { t } = useLingui()
  return [
    ...useNearShortcuts(),
    { id: 'fast', to: path.contracts, search: { mode: 'fast' }, icon: <Bolt />, name: t`Fast trade` },
    { id: 'contest', to: path.competitions, icon: <Cup />, name: t({ message: 'Contest', context: 'shortcut' }) },
    { id: 'chat', to: path.support, icon: <Chat />, name: t`Live chat` },
    { id: 'ieo', to: path.ieo, icon: <Sprout />, name: t({ message: 'New tokens', context: 'shortcut' }) },
    { id: 'swap', to: path.swap, icon: <Exchange />, name: t`Swap` },
    { id: 'contracts', to: path.contracts, icon: <Contract />, name: t`Contracts` },
    { id: 'demo', to: path.demoTrading, icon: <Anchor />, name: t`Demo trading` },
    { id: 'assets', to: path.assetCenter, icon: <Wallet />, name: t`Assets` },
    { id: 'quant', to: path.earnProducts, search: { type: 3 }, icon: <Rules />, name: t`AI-quant fund` },
    { id: 'benefits', to: path.benefits, icon: <Parcel />, name: t({ message: 'Benefits', context: 'shortcut' }) },
    { id: 'level', to: path.levels, icon: <Pennant />, name: t({ message: 'Levels', context: 'shortcut' }) },
    { id: 'team', to: path.team, icon: <People />, name: t({ message: 'Invite', context: 'shortcut' }) },
    { id: 'alerts', to: path.alerts, icon: <Bell />, name: t`Price alerts` },
    { id: 'help', to: path.articles, icon: <Book />, name: t`Help articles` },
    { id: 'news', to: path.news, icon: <News />, name: t`News` },
  ]
}
