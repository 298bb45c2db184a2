import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { GiftIcon, PennantIcon, PeopleIcon } from '#ui/icons/growthIcons.tsx'
import { BoltIcon, ChatIcon, TrophyIcon, LineChartIcon, SproutIcon, AnchorIcon } from '#ui/icons/homeIcons.tsx'
import { BellIcon, ContractIcon } from '#ui/icons/icons.tsx'
import { BookIcon, ExchangeIcon, NewsIcon } from '#ui/icons/moreIcons.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { useProductAvailability } from '#api/features.ts'
import { filterOfferedHomeShortcuts, type HomeShortcut } from './shortcut.ts'
import { useDefaultHomeShortcuts } from './useNearShortcuts.tsx'

/** Every way from home (docs/rules/interface.md) to what is offered where somebody lives, in the usual order. */
export function useAllHomeShortcuts(): HomeShortcut[] {
  const { t } = useLingui()
  const features = useProductAvailability()
  const all: HomeShortcut[] = [
    ...useDefaultHomeShortcuts(),
    { id: 'fast', to: path.contracts, search: { mode: 'fast' }, icon: <BoltIcon />, name: t`Fast trade` },
    { id: 'contest', to: path.competitions, icon: <TrophyIcon />, name: t({ message: 'Contest', context: 'shortcut' }) },
    { id: 'chat', to: path.support, icon: <ChatIcon />, name: t`Live chat` },
    { id: 'ieo', to: path.ieo, icon: <SproutIcon />, name: t({ message: 'New tokens', context: 'shortcut' }) },
    { id: 'swap', to: path.swap, icon: <ExchangeIcon />, name: t`Swap` },
    { id: 'contracts', to: path.contracts, icon: <ContractIcon />, name: t`Contracts` },
    { id: 'demo', to: path.demoTrading, icon: <AnchorIcon />, name: t`Demo trading` },
    { id: 'assets', to: path.assetCenter, icon: <WalletIcon />, name: t`Assets` },
    { id: 'quant', to: path.earnProducts, search: { type: 3 }, icon: <LineChartIcon />, name: t`AI-quant fund` },
    { id: 'benefits', to: path.benefits, icon: <GiftIcon />, name: t({ message: 'Benefits', context: 'shortcut' }) },
    { id: 'level', to: path.levels, icon: <PennantIcon />, name: t({ message: 'Levels', context: 'shortcut' }) },
    { id: 'team', to: path.team, icon: <PeopleIcon />, name: t({ message: 'Invite', context: 'shortcut' }) },
    { id: 'alerts', to: path.alerts, icon: <BellIcon />, name: t`Price alerts` },
    { id: 'help', to: path.articles, icon: <BookIcon />, name: t`Help articles` },
    { id: 'news', to: path.news, icon: <NewsIcon />, name: t`News` },
  ]
  return filterOfferedHomeShortcuts(all, features)
}
